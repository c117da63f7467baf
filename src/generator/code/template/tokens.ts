import type { Declaration, MethodType } from "../tree/declaration.js";
import {
  identifier,
  property,
  type Expression,
  type ObjectMember,
  type Parameter,
  type Statement,
} from "../tree/expression.js";
import { reference, type MemberType, type TypeNode } from "../tree/type.js";

/** A token of a template, with its text; the text of a string token is the value of the string. */
type Token =
  | { readonly kind: "name" | "string" | "number" | "sign" | "end"; readonly text: string }
  /** A `${…}`, by its index. */
  | { readonly kind: "hole"; readonly text: string; readonly index: number }
  /** A documentation comment: its strings, and the indexes of the holes between them. */
  | { readonly kind: "doc"; readonly text: string; readonly parts: readonly (string | number)[] };

const patterns = [
  ["name", /[A-Za-z_$][\w$]*/y],
  ["string", /"(?:[^"\\]|\\.)*"/y],
  ["number", /\d+/y],
  ["sign", /\/\*#__PURE__\*\/|=>|\.\.\.|\?[.?]|&&|[=!]==|==|[{}()[\]<>,;:.?=!|&]/y],
] as const;

/** Returns the tokens of a template that consists of `strings` and the holes between them. */
export function tokensOf(strings: readonly string[]): Token[] {
  const tokens: Token[] = [];
  let index = 0;
  let at = 0;
  const text = (): string => strings[index] ?? "";
  const hole = (): number => {
    at = 0;
    index += 1;
    return index - 1;
  };
  const doc = (): Token => {
    const parts: (string | number)[] = [];
    for (;;) {
      const end = text().indexOf("*/", at);
      parts.push(text().slice(at, end < 0 ? undefined : end));
      if (end >= 0) {
        at = end + 2;
        return { kind: "doc", text: "/**", parts };
      }
      if (index === strings.length - 1) {
        throw new Error("A comment of a template has no end.");
      }
      parts.push(hole());
    }
  };
  for (;;) {
    at += /^\s*/.exec(text().slice(at))?.[0].length ?? 0;
    if (at < text().length) {
      if (text().startsWith("/**", at)) {
        at += 3;
        tokens.push(doc());
      } else {
        const token = tokenAt(text(), at);
        at = token.end;
        tokens.push(token);
      }
    } else if (index < strings.length - 1) {
      const next = hole();
      tokens.push({ kind: "hole", text: `\${${next}}`, index: next });
    } else {
      return [...tokens, { kind: "end", text: "the end" }];
    }
  }
}

function tokenAt(text: string, at: number): Token & { readonly end: number } {
  for (const [kind, pattern] of patterns) {
    pattern.lastIndex = at;
    const match = pattern.exec(text)?.[0];
    if (match !== undefined) {
      const value = kind === "string" ? (JSON.parse(match) as string) : match;
      return { kind, text: value, end: at + match.length };
    }
  }
  throw new Error(
    `A template has '${text.slice(at, at + 20)}', which is not in the subset of TypeScript for templates.`,
  );
}

/** Reads the tokens of a template in order. */
export class TokenReader {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  /** Returns the next token, or with `ahead` a later one, without consuming it. */
  peek(ahead = 0): Token {
    const token = this.#tokens[Math.min(this.#at + ahead, this.#tokens.length - 1)];
    if (token === undefined) {
      throw new Error("A template has no tokens.");
    }
    return token;
  }

  /** Whether the next token, or with `ahead` a later one, is this sign or word. */
  is(text: string, ahead = 0): boolean {
    const token = this.peek(ahead);
    return (token.kind === "sign" || token.kind === "name") && token.text === text;
  }

  /** Consumes the next token if it is this sign or word. */
  accept(text: string): boolean {
    const isNext = this.is(text);
    this.#at += isNext ? 1 : 0;
    return isNext;
  }

  expect(text: string): void {
    if (!this.accept(text)) {
      this.fail(`'${text}'`);
    }
  }

  next(): Token {
    const token = this.peek();
    this.#at += 1;
    return token;
  }

  /** Returns the distance from the next token, a bracket, to the matching closing bracket. */
  closing(): number {
    let depth = 0;
    for (let ahead = 0; this.peek(ahead).kind !== "end"; ahead += 1) {
      depth += ["(", "[", "{"].some((sign) => this.is(sign, ahead)) ? 1 : 0;
      depth -= [")", "]", "}"].some((sign) => this.is(sign, ahead)) ? 1 : 0;
      if (depth === 0) {
        return ahead;
      }
    }
    return this.fail("a closing bracket");
  }

  fail(expected: string): never {
    const before = this.#tokens.slice(Math.max(0, this.#at - 5), this.#at).map(({ text }) => text);
    throw new Error(`A template needs ${expected} after '${before.join(" ")}', where '${this.peek().text}' is.`);
  }
}

type Part = Expression | TypeNode | ObjectMember | Parameter | Statement | MemberType | MethodType | Declaration;

/**
 * The value of a `${…}` in a template: a name, a node of the tree or, where a list is permitted, a list of these. Undefined
 * means an empty list.
 */
export type Hole = string | Part | readonly (string | Part)[] | undefined;

/** A part of a template, as a function of the values of the holes. */
export type Filled<T> = (holes: readonly Hole[]) => T;

/** Parses the parts of a list, separated by commas, up to and including a closing token. */
export function listUntil<T>(
  end: string,
  tokens: TokenReader,
  part: (tokens: TokenReader) => Filled<readonly T[]>,
): Filled<T[]> {
  const parts: Filled<readonly T[]>[] = [];
  while (!tokens.accept(end)) {
    parts.push(part(tokens));
    if (!tokens.is(end)) {
      tokens.expect(",");
    }
  }
  return joined(parts);
}

export function joined<T>(parts: readonly Filled<readonly T[]>[]): Filled<T[]> {
  return (holes) => parts.flatMap((part) => part(holes));
}

/** Returns a function from the value of a hole to the nodes for its items. */
export function items<T>(index: number, item: (value: string | Part) => T): Filled<T[]> {
  return (holes) => {
    const hole = holes[index];
    if (hole === undefined) {
      return [];
    }
    return isList(hole) ? hole.map(item) : [item(hole)];
  };
}

function isList(hole: NonNullable<Hole>): hole is readonly (string | Part)[] {
  return Array.isArray(hole);
}

/** Parses a name: a word or a string, or a hole that stands for one. */
export function name(tokens: TokenReader): Filled<string> {
  const token = tokens.next();
  if (token.kind === "hole") {
    const { index } = token;
    return (holes) => nameIn(holes[index]);
  }
  return token.kind === "name" || token.kind === "string" ? () => token.text : tokens.fail("a name");
}

export function nameIn(hole: Hole): string {
  return typeof hole === "string" ? hole : wrong("a name", hole);
}

export function expressionIn(hole: Hole): Expression {
  if (typeof hole === "string") {
    return identifier(hole);
  }
  // The compiler cannot know which kind of node a hole contains.
  return hole === undefined || isList(hole) ? wrong("an expression", hole) : (hole as Expression);
}

export function typeIn(hole: Hole): TypeNode {
  if (typeof hole === "string") {
    return reference(hole);
  }
  return hole === undefined || isList(hole) ? wrong("a type", hole) : (hole as TypeNode);
}

/** Returns the member of an object for a hole. A name stands for a property whose value is the variable of that name. */
export function memberIn(hole: string | Part): ObjectMember {
  return typeof hole === "string" ? property(hole, identifier(hole)) : (hole as ObjectMember);
}

export function parameterIn(hole: string | Part): Parameter {
  return typeof hole === "string" ? { name: hole } : (hole as Parameter);
}

function wrong(expected: string, hole: Hole): never {
  throw new Error(`A template needs ${expected}, where it has ${JSON.stringify(hole)}.`);
}
