import { hasProblems, type Problems } from "../problems.js";
import { lex, type Token } from "./tokens.js";

export type Literal = string | number | bigint | boolean | null;

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
    const found = token === undefined || token.kind === "end" ? "the end" : `'${token.text}'`;
    this.#fault ??= `Column ${token?.column ?? 1}: expected ${what}, found ${found}.`;
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
