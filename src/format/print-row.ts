import { formatDoc } from "./documentation.js";
import { layOutMap } from "./maps.js";
import type { Row, Token } from "./rows.js";
import { isSign, spaceBetween } from "./spacing.js";

/** Returns the formatted text of a row of code, including its indentation. `source` is the text of the file. */
export function printRow(row: Row, source: string, lineWidth: number): string {
  const { tokens, level, start, end } = row;
  const [first] = tokens;
  if (first?.kind === "string" && tokens.every(({ kind }, index) => index === 0 || kind === "comment")) {
    const doc = { ...first, text: formatDoc(first.text, level) };
    return doc.text === first.text && isFormatted(row, source)
      ? source.slice(start, end)
      : join([doc, ...tokens.slice(1)], level, []);
  }
  if (isFormatted(row, source)) {
    return source.slice(start, end);
  }
  if (tokens.every(({ indentation }, index) => index === 0 || indentation === undefined)) {
    return join(tokens, level, []);
  }
  if (tokens.some((token) => isSign(token, "{"))) {
    const lineLevels = layOutMap(tokens, level);
    return lineLevels === undefined ? source.slice(start, end) : join(tokens, level, lineLevels);
  }
  return printList(tokens, level, lineWidth);
}

/**
 * Whether {@link join} would print the row as it is, on one line. This is true for most rows, which are then copied.
 */
function isFormatted({ tokens, level, start, end }: Row, source: string): boolean {
  const isRoute = tokens[0]?.text === "route";
  let at = start;
  let before: Token | undefined;
  for (const token of tokens) {
    const spaces = before === undefined ? level * 4 : spaceBetween(before, token, isRoute).length;
    if (token.start !== at + spaces || !isBlank(source, at, token.start)) {
      return false;
    }
    at = token.start + token.text.length;
    before = token;
  }
  return at === end && (before?.kind !== "comment" || trimEnd(before.text) === before.text);
}

function isBlank(text: string, start: number, end: number): boolean {
  let at = start;
  while (at < end && text.charAt(at) === " ") {
    at++;
  }
  return at === end;
}

/** Joins tokens, with spaces in between. A token that has a level in `lineLevels` starts a line of that level. */
function join(tokens: readonly Token[], level: number, lineLevels: readonly (number | undefined)[]): string {
  const isRoute = tokens[0]?.text === "route";
  let text = indentation(level);
  let before: Token | undefined;
  for (const [index, token] of tokens.entries()) {
    if (before !== undefined) {
      const lineLevel = lineLevels[index];
      text += lineLevel === undefined ? spaceBetween(before, token, isRoute) : `\n${indentation(lineLevel)}`;
    }
    text += token.kind === "comment" ? trimEnd(token.text) : token.text;
    before = token;
  }
  return text;
}

/** Returns the indentation of a line of this level (FMT-20). */
export function indentation(level: number): string {
  return " ".repeat(level * 4);
}

/** Removes spaces and tabs from the end of a text (FMT-22). */
export function trimEnd(text: string): string {
  return text.replace(/[ \t]+$/, "");
}

/**
 * Formats a row that contains a list in parentheses that its author has spread over several lines (FMT-29 to FMT-32).
 */
function printList(tokens: readonly Token[], level: number, lineWidth: number): string {
  const open = tokens.findIndex((token) => isSign(token, "("));
  const close = tokens.findLastIndex((token) => isSign(token, ")") && token.depth === 0);
  const code = tokens.filter(({ kind }) => kind !== "comment");
  const hasComment = tokens.slice(open, close).some(({ kind }) => kind === "comment");
  const fits = (): boolean =>
    join(code, level, [])
      .split("\n")
      .every((line) => line.length <= lineWidth);
  if (!hasComment && fits()) {
    return join(tokens, level, []);
  }
  const startsLine = (token: Token, index: number): boolean => {
    const before = tokens[index - 1];
    if (before === undefined || index <= open || index > close) {
      return false;
    }
    if (token.kind === "comment" || before.kind === "comment") {
      return before.kind === "comment" || token.indentation !== undefined;
    }
    return index < close && (index === open + 1 || (isSign(before, ",") && before.depth === 1));
  };
  return join(
    tokens,
    level,
    tokens.map((token, index) => (startsLine(token, index) ? level + 1 : undefined)),
  );
}
