import type { Problems } from "../problems.js";

export interface Token {
  readonly kind: "(" | ")" | "=" | "!=" | "and" | "or" | "name" | "literal" | "end";
  /** As written. */
  readonly text: string;
  /** From 1, in UTF-16 code units. */
  readonly column: number;
}

/** The tokens of an expression, the last of which is `end`, and all lexical errors (CLI-16). */
export interface Lexed extends Problems {
  readonly tokens: readonly Token[];
}

// The patterns of LEX-20a, in their order, except that a string has no escapes (CLI-14).
const pattern =
  /(?<sign>[()=]|!=)|(?<word>(?:true|false|null)\b)|(?<name>[A-Za-z_][A-Za-z0-9_-]*)|(?<number>-?[0-9]+(?:\.[0-9]*(?:e-?[0-9]+)?|e-?[0-9]+)?)|(?<string>"[^"\\]*(?:\\[^\n][^"\\]*)*")|(?<open>"[^]*)|(?<space> +)|(?<other>[^])/gu;

/** Splits a filter expression into tokens. Other characters are skipped and reported. */
export function lex(expression: string): Lexed {
  const tokens: Token[] = [];
  const problems: string[] = [];
  for (const match of expression.matchAll(pattern)) {
    const [text] = match;
    const column = match.index + 1;
    const found = match.groups ?? {};
    if (found["sign"] !== undefined) {
      tokens.push({ kind: text as "(" | ")" | "=" | "!=", text, column });
    } else if (found["name"] !== undefined) {
      tokens.push({ kind: text === "and" || text === "or" ? text : "name", text, column });
    } else if (found["open"] !== undefined) {
      problems.push(`Column ${column}: this string is never closed.`);
      // This counts as a literal, so that no syntax error is reported as well.
      tokens.push({ kind: "literal", text: `${text}"`, column });
    } else if (found["other"] !== undefined) {
      problems.push(`Column ${column}: unexpected ${describeCharacter(text)}.`);
    } else if (found["space"] === undefined) {
      tokens.push({ kind: "literal", text, column });
    }
  }
  tokens.push({ kind: "end", text: "", column: expression.length + 1 });
  return { tokens, problems };
}

function describeCharacter(character: string): string {
  return character === "\t" ? "tab" : character === "\n" ? "line break" : `character '${character}'`;
}
