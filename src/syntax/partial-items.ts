import type { Finding } from "../diagnostics/diagnostic.js";
import { ItemSource } from "../source/item-source.js";
import { Source } from "../source/source.js";
import type { Span } from "../source/span.js";
import type * as ast from "./ast.js";
import { layOut } from "./layout.js";
import { sharedParser } from "./parse.js";

/** How many lines may be left out of one item: what has more errors gives its name only. */
const mostErrors = 30;

/**
 * What can be read of an item with syntax errors: its kind, its name, its extent and the lines that are right (FE-3). The lines
 * that cannot be read are left out, with those below them that are indented more.
 */
export function readPartially({ source }: ast.ItemText): readonly ast.Item[] {
  const lines = new BlankableLines(source.text);
  for (let attempt = 0; attempt < mostErrors; attempt++) {
    const { items, problem } = read(source, lines.text);
    if (problem === undefined) {
      return withWholeExtent(items, source);
    }
    if (!lines.blank(problem)) {
      break;
    }
  }
  const { items } = read(source, lines.text);
  return items.length > 0 ? withWholeExtent(items, source) : readHead(source);
}

/** The only item of a text extends over what could not be read, too. */
function withWholeExtent(items: readonly ast.Item[], source: ItemSource): readonly ast.Item[] {
  const [item, second] = items;
  if (item === undefined || second !== undefined) {
    return items;
  }
  return [{ ...item, extent: { ...item.extent, end: codeEnd(source.text) } }];
}

/** Where the last line ends that has more than a comment. */
function codeEnd(text: string): number {
  return text.replace(/(?:\n[ \t]*(?:#[^\n]*)?)+$/, "").trimEnd().length;
}

/** The items of a text of the same length as the source, and the offset of the first error. */
function read(source: ItemSource, text: string): { items: ast.Item[]; problem: number | undefined } {
  const findings: Finding[] = [];
  const report = (finding: Finding): void => {
    findings.push(finding);
  };
  const place = { path: source.path, file: new Source(text), start: 0 };
  const chunks = layOut(new ItemSource(text, place), report);
  const items = chunks.flatMap((chunk) => {
    const item = chunk.broken ? undefined : sharedParser().parse(source, chunk, report);
    return item ?? [];
  });
  return { items, problem: findings[0]?.span.start };
}

/** A text whose lines can be replaced by spaces, so that offsets remain what they are. */
class BlankableLines {
  text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** Removes what stands on the line of an offset and, indented more, below it. Returns whether there was something. */
  blank(offset: number): boolean {
    const start = this.#unfinishedLineBefore(this.#lineStart(offset));
    const line = this.#lineAt(start);
    if (line.trim() === "") {
      return false;
    }
    const head = /^(?:\uFEFF)?[ \t]*(?:patch[ \t]+)?[a-z_]+[ \t]+[A-Za-z_][\w-]*(?:\/[\w/-]*)?/.exec(line)?.[0];
    if (start === 0 && head !== undefined && line.slice(head.length).trim() !== "") {
      // The rest of the head is left out, and what the head is for remains.
      this.#remove(head.length, line.length);
      return true;
    }
    const indentation = line.search(/\S/);
    let end = start + line.length;
    while (end < this.text.length) {
      const next = this.#lineAt(end + 1);
      if (next.trim() !== "" && next.search(/\S/) <= indentation) {
        break;
      }
      end += 1 + next.length;
    }
    this.#remove(start, end);
    return start > 0 || indentation > 0;
  }

  /** The line above a line, if nothing follows its `=` and the line is no part of it: then that is the error. */
  #unfinishedLineBefore(start: number): number {
    const before = this.text.slice(0, start).trimEnd();
    const above = this.#lineStart(before.length);
    const isUnfinished = before.endsWith("=") && this.#indentationAt(start) <= this.#indentationAt(above);
    return isUnfinished ? above : start;
  }

  #lineStart(offset: number): number {
    return offset === 0 ? 0 : this.text.lastIndexOf("\n", offset - 1) + 1;
  }

  #indentationAt(start: number): number {
    return this.#lineAt(start).search(/\S|$/);
  }

  #lineAt(start: number): string {
    const end = this.text.indexOf("\n", start);
    return this.text.slice(start, end === -1 ? undefined : end);
  }

  #remove(start: number, end: number): void {
    const blanks = this.text.slice(start, end).replace(/[^\n]/g, " ");
    this.text = this.text.slice(0, start) + blanks + this.text.slice(end);
  }
}

const headPattern =
  /^(?:\uFEFF)?[ \t]*(namespace|import|alias|struct|union_closed|union|patch|route|annotation_type|annotation)(?:[ \t]+(struct|union_closed|union))?(?:[ \t]+([A-Za-z_][\w-]*(?:\/[\w/-]*)?)(?::(\d+))?)?/;

/** An item of which nothing but the kind and the name can be read. */
function readHead(source: ItemSource): readonly ast.Item[] {
  const [head = "", word, target, text, version] = headPattern.exec(source.text) ?? [];
  if (word === undefined || text === undefined) {
    return [];
  }
  const end = head.length - (version === undefined ? 0 : version.length + 1);
  const span: Span = { source, start: end - text.length, end };
  const extent: Span = { source, start: head.search(/\w/), end: codeEnd(source.text) };
  const name: ast.Name = { text, span };
  const common = { name, span, extent };
  const body = { doc: undefined, fields: [], examples: [] };
  const missing: ast.TypeRef = missingType({ source, start: end, end });
  switch (word) {
    case "namespace":
      return [{ ...common, kind: "namespace", doc: undefined }];
    case "import":
      return [{ ...common, kind: "import" }];
    case "alias":
      return [{ ...common, kind: "alias", type: missing, annotations: [], doc: undefined }];
    case "struct":
      return [{ ...common, ...body, kind: "struct", parent: undefined, subtypes: undefined }];
    case "patch":
      return [{ ...common, ...body, kind: "patch", target: (target ?? "struct") as ast.Patch["target"] }];
    case "route": {
      const types = { arg: missing, result: missing, error: missing };
      const number = Number(version ?? 1);
      return [
        { ...common, kind: "route", version: number, types, deprecated: undefined, doc: undefined, attributes: [] },
      ];
    }
    case "annotation":
      return [{ ...common, kind: "annotation", qualifier: undefined, type: missing.name, args: [] }];
    case "annotation_type":
      return [{ ...common, kind: "annotation_type", doc: undefined, params: [] }];
    default:
      return [{ ...common, ...body, kind: "union", closed: word === "union_closed", parent: undefined }];
  }
}

/** Where a type should stand and does not: it has no name. */
function missingType(span: Span): ast.TypeRef {
  const name = { text: "", span };
  return { kind: "type", span, extent: span, qualifier: undefined, name, args: undefined, nullable: false };
}
