import { formatDoc } from "./documentation.js";
import { layOutMap } from "./maps.js";
import type { Row, Token } from "./rows.js";
import { isSign, spaceBetween } from "./spacing.js";

/** Returns the text of a row of code, with its indentation. `source` is the text of the file. */
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

/** Whether {@link join} would print all tokens on one line unchanged. This is true for most rows, which are copied. */
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

/** Returns the tokens with spaces in between; those with a level in `lineLevels` start a line of that level. */
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

/** Returns the spaces at the start of a line of a level (FMT-20). */
export function indentation(level: number): string {
  return " ".repeat(level * 4);
}

/** Returns a text without spaces at its end (FMT-22). */
export function trimEnd(text: string): string {
  return text.replace(/[ \t]+$/, "");
}

/** Returns a row with a list in parentheses that its author has broken over lines (FMT-29 to FMT-32). */
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
