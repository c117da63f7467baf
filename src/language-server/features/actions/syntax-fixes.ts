import type { Span } from "../../../text/span.js";
import { parse } from "../../../syntax/parse.js";
import { namespaceForFile } from "../completion/margin.js";
import {
  indentationAt,
  insertAt,
  replaceSpan,
  spanText,
  withSpaceBefore,
  beginsLine,
  lineEnd,
  type TextEdit,
} from "../edits.js";
import { toFileRange } from "../places.js";
import type { FindingContext, Fix } from "./action.js";

function fix(title: string, edit: () => TextEdit | readonly TextEdit[]): Fix[] {
  return [{ title, isPreferred: true, edits: () => [edit()].flat() }];
}

/** Removes the surplus text that the finding covers. */
export function removeIt({ finding }: FindingContext): Fix[] {
  const text = spanText(finding.span);
  return fix(`Remove '${text}'`, () => replaceSpan(finding.span, ""));
}

export function removeComma({ finding }: FindingContext): Fix[] {
  return fix("Remove the comma", () => replaceSpan(finding.span, ""));
}

export function addComma({ finding }: FindingContext): Fix[] {
  const { start } = withSpaceBefore({ ...finding.span, end: finding.span.start });
  return fix("Add a comma", () => insertAt(finding.span, start, ","));
}

export function appendUnderscore({ finding }: FindingContext): Fix[] {
  const word = spanText(finding.span);
  return fix(`Change to '${word}_'`, () => insertAt(finding.span, finding.span.end, "_"));
}

/** Replaces the comment sign of another language, such as `//`, with `#`. */
export function writeCommentSign({ finding }: FindingContext): Fix[] {
  const { span } = finding;
  const end = lineEnd(span.source.text, span.start);
  const text = spanText({ ...span, end }).replace(/^\/[/*]*\s*/, "");
  return fix("Write it as a comment", () => replaceSpan({ ...span, end }, `# ${text}`.trimEnd()));
}

/** Replaces a character that is not part of Stone's syntax. */
export function replaceCharacter({ finding }: FindingContext): Fix[] {
  const { span } = finding;
  const text = spanText(span);
  const end = lineEnd(span.source.text, span.start);
  const rest = spanText({ ...span, end });
  if (/^['`\u2018-\u201f]/.test(text)) {
    const quoted = rest.replace(/['`\u2018-\u201f]([^'`"\u2018-\u201f]*)['`\u2018-\u201f]/g, '"$1"');
    return fix("Write it in double quotes", () => replaceSpan({ ...span, end }, quoted));
  }
  if (text === "\u00a0") {
    return fix("Write an ordinary space", () => replaceSpan(span, " "));
  }
  if (text.startsWith("\ufeff")) {
    return fix("Remove the byte order mark", () => replaceSpan(span, ""));
  }
  if (text.startsWith("<")) {
    const [whole = ""] = /^<[^<>]*>/.exec(rest) ?? [];
    return whole === ""
      ? []
      : fix("Write it in parentheses", () =>
          replaceSpan({ ...span, end: span.start + whole.length }, `(${whole.slice(1, -1)})`),
        );
  }
  return /^[;*!+$]+$/.test(text) ? removeIt({ finding } as FindingContext) : [];
}

/** Replaces brackets with parentheses in types such as `List[String]`. */
export function writeParentheses({ finding }: FindingContext): Fix[] {
  const { span } = finding;
  const rest = spanText({ ...span, end: lineEnd(span.source.text, span.start) });
  const [whole] = /^\[[^[\]]*\]/.exec(rest) ?? [];
  return whole === undefined
    ? []
    : fix("Write it in parentheses", () =>
        replaceSpan({ ...span, end: span.start + whole.length }, `(${whole.slice(1, -1)})`),
      );
}

export function closeParenthesis({ finding }: FindingContext): Fix[] {
  const { span } = finding;
  const code = spanText({ ...span, end: lineEnd(span.source.text, span.start) })
    .replace(/#.*$/, "")
    .trimEnd();
  return fix("Close the parenthesis", () => insertAt(span, span.start + code.length, ")"));
}

export function closeString({ finding }: FindingContext): Fix[] {
  const { span } = finding;
  const line = spanText({ ...span, end: lineEnd(span.source.text, span.start) });
  const code = line.trimEnd();
  const isAfterParenthesis = code.endsWith(")") && (line.match(/\(/g) ?? []).length === 0;
  const end = span.start + code.length - (isAfterParenthesis ? 1 : 0);
  return fix("Close the string at the end of the line", () => insertAt(span, end, '"'));
}

export function writeSingleQuotes({ finding }: FindingContext): Fix[] {
  const { span } = finding;
  const { text } = span.source;
  const end = text.indexOf('"""', span.start + 3);
  return end === -1
    ? []
    : fix("Write one pair of double quotes", () => [
        replaceSpan({ ...span, end: span.start + 3 }, '"'),
        replaceSpan({ ...span, start: end, end: end + 3 }, '"'),
      ]);
}

/** Moves documentation from the line of the documented element to the next line. */
export function moveDocumentation({ finding }: FindingContext): Fix[] {
  const { span } = finding;
  const spaced = withSpaceBefore(span);
  return fix("Move it to the next line", () =>
    replaceSpan({ ...spaced, end: spaced.end }, `\n${indentationAt(span)}    ${spanText(span)}`),
  );
}

/** Adds a body to a definition without one. */
export function addBody({ finding }: FindingContext): Fix[] {
  const { span } = finding;
  const end = lineEnd(span.source.text, span.start);
  return fix("Add documentation", () => insertAt(span, end, `\n${indentationAt(span)}    "What it is."`));
}

/** Adds missing types of a route, or removes surplus ones. */
export function completeRouteTypes({ finding }: FindingContext): Fix[] {
  const { span } = finding;
  const [list] = /\([^()]*(?:\([^()]*\)[^()]*)*\)/.exec(span.source.text.slice(span.end)) ?? [];
  if (list === undefined) {
    return [];
  }
  const start = span.end + span.source.text.slice(span.end).indexOf(list);
  const inner = list.slice(1, -1).trim();
  const count = inner === "" ? 0 : splitTopLevel(inner);
  if (count >= 3) {
    return [];
  }
  const added = Array.from({ length: 3 - count }, () => "Void").join(", ");
  const end = start + list.length - 1;
  return fix(`Add ${added}`, () => insertAt(span, end, inner === "" ? added : `, ${added}`));
}

function splitTopLevel(list: string): number {
  let depth = 0;
  let count = 1;
  for (const character of list) {
    depth += character === "(" ? 1 : character === ")" ? -1 : 0;
    count += character === "," && depth === 0 ? 1 : 0;
  }
  return count;
}

/** Replaces a modifier such as `optional` before or after the name of a field. */
export function replaceModifier({ finding }: FindingContext): Fix[] {
  const { span } = finding;
  const word = spanText(span);
  const rest = span.source.text.slice(span.end, lineEnd(span.source.text, span.end));
  const [type = ""] = /^\s*[A-Za-z_][\w.-]*(?:\([^)]*\))?(?:\s+[A-Z][\w.-]*(?:\([^)]*\))?)?/.exec(rest) ?? [];
  const isNullable = word === "optional" || word === "nullable";
  const isNamed = !beginsLine(span.source.text, span.start);
  const removed = isNamed
    ? { ...withSpaceBefore(span), end: span.end }
    : { ...span, end: span.end + (rest.length - rest.trimStart().length) };
  const end = span.end + type.length;
  return fix(isNullable ? "Make the type nullable" : `Remove '${word}'`, () => [
    replaceSpan(removed, ""),
    ...(isNullable && span.source.text[end] !== "?" ? [insertAt(span, end, "?")] : []),
  ]);
}

/** Adds a namespace declaration to a file without one. The namespace is derived from the name of the file. */
export function addNamespace({ snapshot, finding }: FindingContext): Fix[] {
  const { path } = finding.span.source;
  if (snapshot.names.sectionsOf(path).some(({ namespace }) => namespace !== "")) {
    return [];
  }
  const name = namespaceForFile(path);
  const around = [...snapshot.names.namespaces.keys()].filter((other) => other !== "" && name.startsWith(`${other}_`));
  return [...around, name].map((namespace, index) => ({
    title: `Add 'namespace ${namespace}'`,
    isPreferred: index === 0,
    edits: () => [{ path, start: 0, end: 0, text: `namespace ${namespace}\n\n` }],
  }));
}

/**
 * Corrects the indentation of lines that are indented with tabs, or by a number of spaces that is not a multiple of
 * four.
 */
export function indent({ finding }: FindingContext): Fix[] {
  const { source, start } = finding.span;
  const before = countErrors(source.text);
  const best = [...indentations(source.text, start)].find((text) => countErrors(text) < before);
  return best === undefined ? [] : fix("Indent by four spaces for each level", () => changedLines(finding.span, best));
}

function countErrors(text: string): number {
  return parse({ path: "", text }).findings.length;
}

/** Yields the texts that may have been intended, the most likely first. */
function* indentations(text: string, offset: number): Iterable<string> {
  const spaced = text.replace(/^[ \t]*\t[ \t]*/gm, (found) => found.replaceAll("\t", "    "));
  const widths = [...spaced.matchAll(/^ +(?=[^\s#])/gm)].map(([found]) => found.length);
  const unit = widths.reduce(greatestCommonDivisor, 0);
  const line = spaced.slice(0, offset).split("\n").length - 1;
  const width = spaced.split("\n")[line]?.search(/\S/) ?? 0;
  const near = Math.round(width / 4) * 4;
  yield reindent(spaced, (old, index) => (index === line ? near : old));
  for (const level of [near - 4, near + 4, near - 8, near + 8]) {
    yield reindent(spaced, (old, index) => (index === line ? Math.max(0, level) : old));
  }
  yield spaced;
  if (unit > 0 && unit !== 4) {
    yield reindent(spaced, (old) => (old / unit) * 4);
  }
  yield reindent(spaced, (old) => Math.round(old / 4) * 4);
  yield reindent(spaced, (old) => Math.floor(old / 4) * 4);
  yield reindent(spaced, (old) => Math.ceil(old / 4) * 4);
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}

function reindent(text: string, width: (old: number, line: number) => number): string {
  return text
    .split("\n")
    .map((line, index) => {
      const old = line.search(/\S/);
      return old === -1 ? line : " ".repeat(Math.max(0, width(old, index))) + line.slice(old);
    })
    .join("\n");
}

/** Returns the edits from the text of an item to another text with the same number of lines. */
function changedLines({ source }: Span, text: string): TextEdit[] {
  const lines = text.split("\n");
  let start = 0;
  return source.text.split("\n").flatMap((line, index) => {
    const range = toFileRange({ source, start, end: start + line.length });
    start += line.length + 1;
    const changed = lines[index] ?? "";
    return changed === line ? [] : [{ ...range, text: changed }];
  });
}
