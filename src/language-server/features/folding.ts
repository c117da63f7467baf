import type { Span } from "../../text/span.js";
import type * as ast from "../../syntax/ast.js";
import { beginsLine } from "./edits.js";
import { readItems } from "../symbols/names.js";
import type { Snapshot } from "./project.js";
import { scan } from "./line-context.js";

/** The first and the last line of a foldable range, counted from 1. */
export interface Fold {
  readonly startLine: number;
  readonly endLine: number;
  readonly kind: "comment" | "imports" | "region" | undefined;
}

/** Returns the foldable ranges of a file (LSP-28). */
export function findFolds({ files }: Snapshot, path: string): Fold[] {
  const file = files.get(path);
  return file === undefined ? [] : new Folding(file).find();
}

class Folding {
  readonly #file: ast.SpecFile;
  readonly #folds = new Map<string, Fold>();

  constructor(file: ast.SpecFile) {
    this.#file = file;
  }

  find(): Fold[] {
    this.#foldImports();
    for (const text of this.#file.itemTexts) {
      readItems(text).forEach((item) => {
        this.#foldItem(item);
      });
      this.#foldText(text);
    }
    return [...this.#folds.values()].sort((a, b) => a.startLine - b.startLine || a.endLine - b.endLine);
  }

  #foldImports(): void {
    const imports = this.#file.itemTexts.flatMap(readItems).filter((item) => item.kind === "import");
    const [first] = imports;
    const last = imports.at(-1);
    if (first !== undefined && last !== undefined) {
      this.#addLines(this.#line(first.extent, "start"), this.#line(last.extent, "end"), "imports");
    }
  }

  #foldItem(item: ast.Item): void {
    this.#add(item.extent);
    switch (item.kind) {
      case "struct":
      case "union":
      case "patch":
        this.#foldBody(item);
        break;
      case "annotation_type":
        item.params.forEach((param) => {
          this.#add(param.extent);
        });
        break;
      case "route":
        this.#foldAttributes(item);
        break;
      case "namespace":
      case "import":
      case "alias":
      case "annotation":
        break;
    }
  }

  #foldBody(node: ast.Struct | ast.Union | ast.Patch): void {
    if (node.kind === "struct" && node.subtypes !== undefined) {
      this.#add(node.subtypes.extent);
    }
    for (const field of node.fields) {
      this.#add(field.extent);
      if (field.inline !== undefined) {
        this.#add(field.inline.extent);
        this.#foldBody(field.inline);
      }
    }
    for (const example of node.examples) {
      this.#add(example.extent);
      example.entries.forEach(({ extent }) => {
        this.#add(extent);
      });
    }
  }

  /** Folds attributes from the line of `attrs`, which is the code line before the first attribute. */
  #foldAttributes({ attributes, extent }: ast.Route): void {
    const [first] = attributes;
    const last = attributes.at(-1);
    if (first === undefined || last === undefined) {
      return;
    }
    const before = extent.source.text.slice(0, first.span.start);
    const start = before.lastIndexOf("attrs");
    this.#add({ source: extent.source, start, end: last.extent.end });
  }

  /** Folds documentation, consecutive comments, and regions marked by comments. */
  #foldText({ source }: ast.ItemText): void {
    const span = (start: number, end: number): Span => ({ source, start, end });
    let run: { first: number; last: number; end: number } | undefined;
    const endRun = (): void => {
      if (run !== undefined) {
        this.#addLines(run.first, run.last, "comment");
      }
      run = undefined;
    };
    for (const piece of scan(source.text)) {
      const line = source.positionInFile(piece.start).line;
      const isOwnLine = beginsLine(source.text, piece.start);
      if (piece.kind === "string" && isOwnLine) {
        this.#add(span(piece.start, piece.end), "comment");
      }
      if (piece.kind !== "comment" || !isOwnLine) {
        endRun();
      } else if (run?.last === line - 1) {
        run.last = line;
      } else {
        endRun();
        run = { first: line, last: line, end: piece.end };
      }
      this.#foldRegion(piece.kind === "comment" ? piece.text : "", line);
    }
    endRun();
  }

  readonly #regions: number[] = [];

  #foldRegion(comment: string, line: number): void {
    if (/^#\s*region\b/.test(comment)) {
      this.#regions.push(line);
    } else if (/^#\s*endregion\b/.test(comment)) {
      const start = this.#regions.pop();
      if (start !== undefined) {
        this.#addLines(start, line, "region");
      }
    }
  }

  #add(extent: Span, kind?: Fold["kind"]): void {
    this.#addLines(this.#line(extent, "start"), this.#line(extent, "end"), kind);
  }

  #addLines(startLine: number, endLine: number, kind?: Fold["kind"]): void {
    if (endLine > startLine) {
      const key = `${startLine}-${endLine}`;
      this.#folds.set(key, this.#folds.get(key) ?? { startLine, endLine, kind });
    }
  }

  #line({ source, start, end }: Span, which: "start" | "end"): number {
    return source.positionInFile(which === "start" ? start : Math.max(start, end - 1)).line;
  }
}
