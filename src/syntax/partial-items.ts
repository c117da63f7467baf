import * as say from "../diagnostics/catalogue.js";
import type { Finding } from "../diagnostics/diagnostic.js";
import type { ItemSource } from "../source/item-source.js";
import type { Span } from "../source/span.js";
import type * as ast from "./ast.js";
import { layOut, levelWidth, type Reading } from "./layout.js";
import { sharedParser } from "./shared-parser.js";

/** How many times an item is read again without the lines that have errors. */
const mostAttempts = 30;

/** What can be read of an item with syntax errors. */
export interface PartialItems {
  readonly items: readonly ast.Item[];
  /** All errors, without those that follow from others. */
  readonly findings: readonly Finding[];
  /** The text of the item with spaces in place of what was left out. */
  readonly text: string;
}

/**
 * What can be read of an item with syntax errors: its kind, its name, its extent and the lines that are right (FE-3). The lines
 * that cannot be read are left out, with those below them that are indented more. A line that is indented wrongly may show
 * the width of a level; the reading with fewer errors is taken.
 */
export function readPartially(source: ItemSource): PartialItems {
  const usual = readWithout(source, levelWidth);
  const width = usual.findings.find(({ code }) => code === say.badIndentation.code)?.span.start;
  const unit = width === undefined ? levelWidth : source.position(width).column - 1;
  const other = unit % levelWidth === 0 ? usual : readWithout(source, unit);
  return other.findings.length < usual.findings.length ? other : usual;
}

function readWithout(source: ItemSource, unit: number): PartialItems {
  const lines = new BlankableLines(source.text);
  const findings: Finding[] = [];
  const known = new Set<number>();
  const lineOf = ({ span }: Finding): number => source.position(span.start).line;
  for (let attempt = 0; attempt < mostAttempts; attempt++) {
    const { items, ofLines, ofText, broken } = read(source, { text: lines.text, unit });
    for (const found of [ofLines, ofText]) {
      findings.push(...found.filter((finding) => !known.has(lineOf(finding)) && !lines.isWithoutBody(finding)));
      found.forEach((finding) => known.add(lineOf(finding)));
    }
    // A line may be wrong because a parenthesis before it is not closed, to which the finding refers.
    const problems =
      broken && ofText.length === 0
        ? ofLines.map(({ span, related: [opened] }) => (opened?.span ?? span).start)
        : ofText.map(({ span }) => span.start);
    if (problems.length === 0) {
      return { items: withWholeExtent(items, source), findings, text: lines.text };
    }
    const isShorter = problems.map((problem) => lines.blank(problem)).includes(true);
    if (!isShorter) {
      break;
    }
  }
  const { items } = read(source, { text: lines.text, unit });
  const whole = items.length > 0 ? withWholeExtent(items, source) : readHead(source);
  return { items: whole, findings, text: lines.text };
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

/** The items of a reading, and its errors: those of indentation, in spite of which the tokens can be read, and the others. */
function read(
  source: ItemSource,
  reading: Reading,
): { items: ast.Item[]; ofLines: Finding[]; ofText: Finding[]; broken: boolean } {
  const findings: Finding[] = [];
  const report = (finding: Finding): void => {
    findings.push(finding);
  };
  const chunks = layOut(source, report, reading);
  const items = chunks.flatMap((chunk) => {
    const item = chunk.broken ? undefined : sharedParser().parse(source, chunk, report);
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
  say.badContinuation.code,
  say.badIndentation.code,
  say.tabIndentation.code,
]);

/** A text whose lines can be replaced by spaces, so that offsets remain what they are. */
class BlankableLines {
  readonly #whole: string;
  text: string;

  constructor(text: string) {
    this.#whole = text;
    this.text = text;
  }

  /** Whether a finding says that something has no body, because the lines of its body have been removed. */
  isWithoutBody({ code, span }: Finding): boolean {
    if (code !== say.missingBody.code && code !== say.exampleWithoutFields.code) {
      return false;
    }
    const below = this.#whole.slice(span.end).search(/(?<=\n)[ \t]*[^\s#]/);
    return below !== -1 && this.#lineAt(span.end + below).trim() === "";
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
      this.#remove(head.length, this.#endOfParentheses(head.length));
      return true;
    }
    this.#removeBlock(start);
    this.#removeEmptyBlockAbove(start);
    return start > 0 || line.search(/\S/) > 0;
  }

  /** The end of the line on which the last parenthesis is closed that opens between an offset and there. */
  #endOfParentheses(start: number): number {
    let end = start;
    let open = 0;
    do {
      const line = this.#lineAt(end);
      open += line.split("(").length - line.split(")").length;
      end += line.length + 1;
    } while (open > 0 && end < this.text.length);
    return end - 1;
  }

  #removeBlock(start: number): void {
    const line = this.#lineAt(start);
    const indentation = line.search(/\S/);
    let end = start + line.length;
    while (end < this.text.length) {
      const next = this.#lineAt(end + 1);
      // One space more is no further level, but a slip.
      if (next.trim() !== "" && next.search(/\S/) <= indentation + 1) {
        break;
      }
      end += 1 + next.length;
    }
    this.#remove(start, end);
  }

  /** Removes what cannot do without the block that has been removed at an offset. */
  #removeEmptyBlockAbove(start: number): void {
    const header = this.#codeLineAbove(start);
    const isHeader = /^ +(?:attrs|(?:struct|union|union_closed)(?: +extends .*)?) *(?:#.*)?$/.test(
      this.#lineAt(header),
    );
    const next = this.text.slice(start).search(/\S.*$/m);
    const isEmpty = next === -1 || this.#indentationAt(this.#lineStart(start + next)) <= this.#indentationAt(header);
    if (isHeader && isEmpty) {
      this.#removeBlock(header);
    }
  }

  #codeLineAbove(start: number): number {
    return this.#lineStart(this.text.slice(0, start).trimEnd().length);
  }

  /** The line above a line, if nothing follows its `=` and the line is no part of it: then that is the error. */
  #unfinishedLineBefore(start: number): number {
    const above = this.#codeLineAbove(start);
    const isUnfinished =
      this.#lineAt(above).trimEnd().endsWith("=") && this.#indentationAt(start) <= this.#indentationAt(above);
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
