import * as diagnostics from "../text/diagnostics/catalogue.js";
import { maxFindings, type Finding } from "../text/diagnostics/diagnostic.js";
import { limitedReport } from "../text/diagnostics/limited-report.js";
import type { ItemSource } from "../text/item-source.js";
import type { Span } from "../text/span.js";
import type * as ast from "./ast.js";
import { layOut, levelWidth, type Reading } from "./layout.js";
import { sharedParser } from "./shared-parser.js";

/** The maximum number of times that an item is read again without the lines that have errors. */
const maxAttempts = 30;

/** The maximum number of characters that are read again for an item. A longer item is read again once. */
const maxCharactersRead = 300_000;

/** The maximum length in characters of an item that is read again. It is far above the length of real items. */
const longestRead = 1_000_000;

/** The readable parts of an item with syntax errors. */
export interface PartialItems {
  readonly items: readonly ast.Item[];
  /** All errors, without consequential ones. */
  readonly findings: readonly Finding[];
  /** The text of the item, with spaces in place of the lines that were left out. */
  readonly text: string;
}

/**
 * Returns the readable parts of an item with syntax errors: its kind, its name, its extent and the valid lines (FE-3).
 * Lines that cannot be read are left out, together with the more indented lines below them. If a line has an invalid
 * indentation, the item is also read with that width as the width of a level, and the reading with fewer errors is
 * used. For an item that is too long, only the head and the errors found so far are returned.
 */
export function readPartially(source: ItemSource, found: readonly Finding[]): PartialItems {
  if (source.text.length > longestRead) {
    return { items: readHead(source), findings: found, text: source.text };
  }
  const usual = readWithout(source, levelWidth);
  const width = usual.findings.find(({ code }) => code === diagnostics.badIndentation.code)?.span.start;
  const unit = width === undefined ? levelWidth : source.position(width).column - 1;
  const other = unit % levelWidth === 0 ? usual : readWithout(source, unit);
  return other.findings.length < usual.findings.length ? other : usual;
}

function readWithout(source: ItemSource, unit: number): PartialItems {
  const lines = new BlankableLines(source);
  const findings: Finding[] = [];
  const known = new Set<number>();
  const lineOf = ({ span }: Finding): number => source.position(span.start).line;
  const attempts = Math.min(maxAttempts, Math.ceil(maxCharactersRead / source.text.length));
  for (let attempt = 0; attempt < attempts; attempt++) {
    const { items, ofLines, ofText, broken } = read(source, { text: lines.text, unit });
    for (const found of [ofLines, ofText]) {
      found
        .filter((finding) => !known.has(lineOf(finding)) && !lines.isWithoutBody(finding))
        .forEach((finding) => findings.push(finding));
      found.forEach((finding) => known.add(lineOf(finding)));
    }
    // A line may be invalid because of an unclosed parenthesis before it, which is then the related location of the
    // finding.
    const problems =
      broken && ofText.length === 0
        ? ofLines.map(({ span, related: [opened] }) => (opened?.span ?? span).start)
        : ofText.map(({ span }) => span.start);
    if (problems.length === 0) {
      return { items: withWholeExtent(items, source), findings, text: lines.text };
    }
    const problemLines = new Set(problems.map((problem) => source.position(problem).line));
    const isShorter = [...problemLines].map((line) => lines.blank(line - 1)).includes(true);
    if (!isShorter || findings.length >= maxFindings) {
      break;
    }
  }
  const { items } = read(source, { text: lines.text, unit });
  const whole = items.length > 0 ? withWholeExtent(items, source) : readHead(source);
  return { items: whole, findings, text: lines.text };
}

/**
 * Extends the only item of a text to include the parts that could not be read. Several items are returned unchanged.
 */
function withWholeExtent(items: readonly ast.Item[], source: ItemSource): readonly ast.Item[] {
  const [item, second] = items;
  if (item === undefined || second !== undefined) {
    return items;
  }
  return [{ ...item, extent: { ...item.extent, end: codeEnd(source.text) } }];
}

/** Returns the end of the last line that contains code. */
function codeEnd(text: string): number {
  let end = text.length;
  for (let start = text.lastIndexOf("\n"); start > 0 && /^[ \t]*(?:#|$)/.test(text.slice(start + 1, end));) {
    end = start;
    start = text.lastIndexOf("\n", end - 1);
  }
  return text.slice(0, end).trimEnd().length;
}

/** Reads an item. `ofLines` are the errors of indentation, which leave the tokens readable; `ofText` are all others. */
function read(
  source: ItemSource,
  reading: Reading,
): { items: ast.Item[]; ofLines: Finding[]; ofText: Finding[]; broken: boolean } {
  const findings: Finding[] = [];
  const report = limitedReport(findings);
  const chunks = layOut(source, report, reading);
  const items = chunks.flatMap((chunk) => {
    const isReadable = !chunk.broken && findings.length < maxFindings;
    const item = isReadable ? sharedParser().parse(source, chunk, report) : undefined;
    return item ?? [];
  });
  const isOfLine = ({ code }: Finding): boolean => indentationCodes.has(code);
  return {
    items,
    ofLines: findings.filter(isOfLine),
    ofText: findings.filter((finding) => !isOfLine(finding)),
    broken: chunks.some(({ broken }) => broken),
  };
}

const indentationCodes: ReadonlySet<string> = new Set([
  diagnostics.badContinuation.code,
  diagnostics.badIndentation.code,
  diagnostics.tabIndentation.code,
]);

/** The text of an item whose lines can be replaced by spaces, so that offsets stay the same. Lines count from 0. */
class BlankableLines {
  readonly #source: ItemSource;
  readonly #lines: Line[];
  /** For each line, the nearest line above it that may have code. Updated as lines are blanked. */
  readonly #above: number[];
  /** For each line, the nearest line below it that may have code. Updated as lines are blanked. */
  readonly #below: number[];

  constructor(source: ItemSource) {
    this.#source = source;
    this.#lines = source.text.split("\n").map((text) => new Line(text));
    this.#above = this.#lines.map((_, index) => index - 1);
    this.#below = this.#lines.map((_, index) => index + 1);
  }

  get text(): string {
    return this.#lines.map(({ text }) => text).join("\n");
  }

  /** Whether a finding reports a missing body because the lines of the body have been removed. */
  isWithoutBody({ code, span }: Finding): boolean {
    if (code !== diagnostics.missingBody.code && code !== diagnostics.exampleWithoutFields.code) {
      return false;
    }
    let below = this.#source.position(span.end).line;
    while (this.#lines[below]?.hadCode === false) {
      below++;
    }
    return this.#lines[below]?.isBlank === true;
  }

  /**
   * Removes the code on a line and on the more indented lines below it. Returns false if there is nothing left to
   * remove.
   */
  blank(problem: number): boolean {
    const index = this.#unfinishedLineBefore(problem);
    const line = this.#lines[index];
    if (line === undefined || line.isBlank) {
      return false;
    }
    const head = /^(?:\uFEFF)?[ \t]*(?:patch[ \t]+)?[a-z_]+[ \t]+[A-Za-z_][\w-]*(?:\/[\w/-]*)?/.exec(line.text)?.[0];
    if (index === 0 && head !== undefined && line.text.slice(head.length).trim() !== "") {
      // On the first line, only the text after the name is removed, so that the declaration remains.
      const last = this.#endOfParentheses(head.length);
      line.blank(head.length);
      this.#lines.slice(1, last + 1).forEach((each) => {
        each.blank();
      });
      return true;
    }
    const { indentation } = line;
    this.#removeBlock(index);
    this.#removeEmptyBlockAbove(index);
    return index > 0 || indentation > 0;
  }

  /** Returns the line that closes the parentheses that are opened after a column of the first line. */
  #endOfParentheses(column: number): number {
    let open = 0;
    for (let index = 0; index < this.#lines.length; index++) {
      const text = this.#lines[index]?.text.slice(index === 0 ? column : 0) ?? "";
      open += text.split("(").length - text.split(")").length;
      if (open <= 0) {
        return index;
      }
    }
    return this.#lines.length - 1;
  }

  #removeBlock(index: number): void {
    const { indentation = 0 } = this.#lines[index] ?? {};
    this.#lines[index]?.blank();
    for (let next = this.#codeLineBelow(index); ; next = this.#codeLineBelow(next)) {
      const line = this.#lines[next];
      // One extra space is a mistake, not another level. A bracket alone closes what a line above has opened.
      const isInside = line !== undefined && (line.indentation > indentation + 1 || isClosingBracket(line.text));
      if (!isInside) {
        return;
      }
      line.blank();
    }
  }

  /** Removes a line that requires a block if no line of the block is left. */
  #removeEmptyBlockAbove(index: number): void {
    const above = this.#codeLineAbove(index);
    const header = this.#lines[above];
    const next = this.#lines[this.#codeLineBelow(index)];
    if (header?.isHeader === true && (next === undefined || next.indentation <= header.indentation)) {
      this.#removeBlock(above);
    }
  }

  /**
   * Returns the code line above if it ends with `=` and is not continued, because that line has the actual error;
   * otherwise the line itself.
   */
  #unfinishedLineBefore(index: number): number {
    const above = this.#codeLineAbove(index);
    const line = this.#lines[above];
    const isUnfinished = line?.isUnfinished === true && (this.#lines[index]?.indentation ?? 0) <= line.indentation;
    return isUnfinished ? above : index;
  }

  #codeLineAbove(index: number): number {
    return this.#follow(this.#above, index);
  }

  #codeLineBelow(index: number): number {
    return this.#follow(this.#below, index);
  }

  /** Follows `next` to a line that is not blank, and shortens the path for later calls. */
  #follow(next: number[], index: number): number {
    let found = next[index] ?? -1;
    while (this.#lines[found]?.isBlank === true) {
      found = next[found] ?? -1;
    }
    for (let at = index; at !== found && this.#lines[at] !== undefined;) {
      const after = next[at] ?? -1;
      next[at] = found;
      at = after;
    }
    return found;
  }
}

function isClosingBracket(text: string): boolean {
  return /^\s*[\])}]+,?\s*$/.test(text);
}

/** A line of an item. Facts about it are computed once, because many errors may need them. */
class Line {
  text: string;
  /** Whether the line had code before lines were removed. */
  readonly hadCode: boolean;
  #known: { readonly indentation: number; readonly isUnfinished: boolean; readonly isHeader: boolean } | undefined;
  isBlank: boolean;

  constructor(text: string) {
    this.text = text;
    const code = text.search(/\S/);
    this.isBlank = code === -1;
    this.hadCode = code !== -1 && text.charAt(code) !== "#";
  }

  /** The number of leading spaces. */
  get indentation(): number {
    return this.#facts.indentation;
  }

  /** Whether the line ends with `=`. */
  get isUnfinished(): boolean {
    return this.#facts.isUnfinished;
  }

  /** Whether the line is indented and starts a construct that requires a body. */
  get isHeader(): boolean {
    return this.#facts.isHeader;
  }

  /** Replaces everything at or after a column with spaces. */
  blank(column = 0): void {
    this.text = this.text.slice(0, column) + " ".repeat(this.text.length - column);
    this.isBlank = this.text.trim() === "";
    this.#known = undefined;
  }

  get #facts(): { readonly indentation: number; readonly isUnfinished: boolean; readonly isHeader: boolean } {
    return (this.#known ??= {
      indentation: this.text.search(/\S|$/),
      isUnfinished: this.text.trimEnd().endsWith("="),
      isHeader: /^ +(?:attrs|(?:struct|union|union_closed)(?: +extends .*)?) *(?:#.*)?$/.test(this.text),
    });
  }
}

const headPattern =
  /^(?:\uFEFF)?[ \t]*(namespace|import|alias|struct|union_closed|union|patch|route|annotation_type|annotation)(?:[ \t]+(struct|union_closed|union))?(?:[ \t]+([A-Za-z_][\w-]*(?:\/[\w/-]*)?)(?::(\d+))?)?/;

/** Returns the kind and the name of an item whose other parts cannot be read. */
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

/** Returns a reference with an empty name in place of a missing type. */
function missingType(span: Span): ast.TypeRef {
  const name = { text: "", span };
  return { kind: "type", span, extent: span, qualifier: undefined, name, args: undefined, nullable: false };
}
