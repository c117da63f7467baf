import type { Value } from "../api.js";
import { hasProblems, type Problems } from "./problems.js";

type Literal = string | number | bigint | boolean | null;

/** A condition on the attributes of a route. */
export type Expression =
  | { readonly kind: "and" | "or"; readonly left: Expression; readonly right: Expression }
  | { readonly kind: "=" | "!="; readonly attribute: string; readonly literal: Literal };

/**
 * Parses a filter expression (CLI-14). If it is invalid, returns all lexical errors and the first syntax error
 * (CLI-16).
 */
export function parseExpression(text: string): Expression | Problems {
  const { tokens, problems } = lex(text);
  const parsed = new Parser(tokens).parse();
  return hasProblems(parsed) || problems.length > 0
    ? { problems: [...problems, ...(hasProblems(parsed) ? parsed.problems : [])] }
    : parsed;
}

/** A recursive-descent parser. A rule returns undefined if the input is invalid. Only the first error is reported. */
class Parser {
  readonly #tokens: readonly Token[];
  #at = 0;
  #fault: string | undefined;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  parse(): Expression | Problems {
    const expression = this.#disjunction();
    if (expression !== undefined && this.#accept("end") === undefined) {
      this.#expected("'and', 'or' or the end");
    }
    return expression === undefined || this.#fault !== undefined ? { problems: [this.#fault ?? ""] } : expression;
  }

  #disjunction(): Expression | undefined {
    return this.#chain("or", () => this.#chain("and", () => this.#operand()));
  }

  /** Parses operands that are separated by an operator, which is left-associative. */
  #chain(operator: "and" | "or", operand: () => Expression | undefined): Expression | undefined {
    let left = operand();
    while (left !== undefined && this.#accept(operator) !== undefined) {
      const right = operand();
      left = right && { kind: operator, left, right };
    }
    return left;
  }

  #operand(): Expression | undefined {
    if (this.#accept("(") === undefined) {
      return this.#comparison();
    }
    const inner = this.#disjunction();
    return inner === undefined || this.#accept(")") !== undefined ? inner : this.#expected("'and', 'or' or ')'");
  }

  #comparison(): Expression | undefined {
    const attribute = this.#accept("name");
    if (attribute === undefined) {
      return this.#expected("the name of an attribute or '('");
    }
    const kind = this.#accept("=") === undefined ? (this.#accept("!=") === undefined ? undefined : "!=") : "=";
    if (kind === undefined) {
      return this.#expected("'=' or '!='");
    }
    const literal = this.#accept("literal");
    if (literal === undefined) {
      return this.#expected("true, false, null, a number or a string in double quotes");
    }
    return { kind, attribute: attribute.text, literal: literalValue(literal.text) };
  }

  #accept(kind: Token["kind"]): Token | undefined {
    const token = this.#tokens[this.#at];
    if (token?.kind !== kind) {
      return undefined;
    }
    this.#at++;
    return token;
  }

  /** Records the first error: what was expected instead of the next token. Returns undefined, as a failed rule does. */
  #expected(what: string): Expression | undefined {
    const token = this.#tokens[this.#at];
    const tokenText = token === undefined || token.kind === "end" ? "the end" : `'${token.text}'`;
    this.#fault ??= `Column ${token?.column ?? 1}: expected ${what}, found ${tokenText}.`;
    return undefined;
  }
}

function literalValue(text: string): Literal {
  switch (text) {
    case "true":
      return true;
    case "false":
      return false;
    case "null":
      return null;
  }
  if (text.startsWith('"')) {
    return text.slice(1, -1);
  }
  const isInteger = /^-?\d+$/.test(text);
  return isInteger && !Number.isSafeInteger(Number(text)) ? BigInt(text) : Number(text);
}

interface Token {
  readonly kind: "(" | ")" | "=" | "!=" | "and" | "or" | "name" | "literal" | "end";
  /** As written. */
  readonly text: string;
  /** From 1, in UTF-16 code units. */
  readonly column: number;
}

/** The tokens of an expression, the last of which is `end`, and all lexical errors (CLI-16). */
interface Lexed extends Problems {
  readonly tokens: readonly Token[];
}

// The patterns of LEX-20a, in their order, except that a string has no escapes (CLI-14).
const pattern =
  /(?<sign>[()=]|!=)|(?<word>(?:true|false|null)\b)|(?<name>[A-Za-z_][A-Za-z0-9_-]*)|(?<number>-?[0-9]+(?:\.[0-9]*(?:e-?[0-9]+)?|e-?[0-9]+)?)|(?<string>"[^"\\]*(?:\\[^\n][^"\\]*)*")|(?<open>"[^]*)|(?<space> +)|(?<other>[^])/gu;

/** Splits a filter expression into tokens. Other characters are skipped and reported. */
function lex(expression: string): Lexed {
  const tokens: Token[] = [];
  const problems: string[] = [];
  for (const match of expression.matchAll(pattern)) {
    const [text] = match;
    const column = match.index + 1;
    const groups = match.groups ?? {};
    if (groups["sign"] !== undefined) {
      tokens.push({ kind: text as "(" | ")" | "=" | "!=", text, column });
    } else if (groups["name"] !== undefined) {
      tokens.push({ kind: text === "and" || text === "or" ? text : "name", text, column });
    } else if (groups["open"] !== undefined) {
      problems.push(`Column ${column}: this string is never closed.`);
      // This counts as a literal, so that no syntax error is reported as well.
      tokens.push({ kind: "literal", text: `${text}"`, column });
    } else if (groups["other"] !== undefined) {
      problems.push(`Column ${column}: unexpected ${describeCharacter(text)}.`);
    } else if (groups["space"] === undefined) {
      tokens.push({ kind: "literal", text, column });
    }
  }
  tokens.push({ kind: "end", text: "", column: expression.length + 1 });
  return { tokens, problems };
}

function describeCharacter(character: string): string {
  return character === "\t" ? "tab" : character === "\n" ? "line break" : `character '${character}'`;
}

/**
 * Whether an expression is true (CLI-15). `valueOf` returns null for an attribute that the route does not have, and
 * undefined if no literal equals the value.
 */
export function holds(expression: Expression, valueOf: (attribute: string) => Value | undefined): boolean {
  switch (expression.kind) {
    case "and":
      return holds(expression.left, valueOf) && holds(expression.right, valueOf);
    case "or":
      return holds(expression.left, valueOf) || holds(expression.right, valueOf);
    case "=":
      return equals(valueOf(expression.attribute), expression.literal);
    case "!=":
      return !equals(valueOf(expression.attribute), expression.literal);
  }
}

/**
 * Whether a value is equal to a literal. Numbers are compared by value, and booleans count as 1 and 0 (QUIRK-6), as
 * existing filters expect. A tag is not equal to any literal.
 */
function equals(value: Value | undefined, literal: Literal): boolean {
  const [a, b] = [asNumber(value), asNumber(literal)];
  // `===` would distinguish 1n from 1.
  return a !== undefined && b !== undefined ? a <= b && a >= b : value === literal;
}

function asNumber(value: Value | undefined): number | bigint | undefined {
  switch (typeof value) {
    case "number":
    case "bigint":
      return value;
    case "boolean":
      return Number(value);
    default:
      return undefined;
  }
}
