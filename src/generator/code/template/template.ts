/*
 * Templates of generated code, in the subset of TypeScript that the tree can represent; `${…}` is a name, a node of the
 * tree, or a list of nodes. A template is parsed once, into a function of the values of its holes.
 */
import type { Declaration } from "../tree/declaration.js";
import type { Body, Expression, ObjectMember } from "../tree/expression.js";
import type { TypeNode } from "../tree/type.js";
import { declaration } from "./declaration.js";
import { expression, objectMembers, statement } from "./expression.js";
import { joined, TokenReader, tokensOf, type Filled, type Hole } from "./tokens.js";
import { type } from "./type.js";

type Tag<T> = (strings: TemplateStringsArray, ...holes: readonly Hole[]) => T;

function tag<T>(parse: (tokens: TokenReader) => Filled<T>): Tag<T> {
  // The key is the array of strings, which the engine creates once per call site.
  const parsed = new WeakMap<TemplateStringsArray, Filled<T>>();
  return (strings, ...holes) => {
    let fill = parsed.get(strings);
    if (fill === undefined) {
      const tokens = new TokenReader(tokensOf(strings));
      fill = parse(tokens);
      if (tokens.peek().kind !== "end") {
        tokens.fail("the end");
      }
      parsed.set(strings, fill);
    }
    return fill(holes);
  };
}

function upToEnd<T>(part: (tokens: TokenReader) => Filled<readonly T[]>): (tokens: TokenReader) => Filled<T[]> {
  return (tokens) => {
    const parts: Filled<readonly T[]>[] = [];
    while (tokens.peek().kind !== "end") {
      parts.push(part(tokens));
    }
    return joined(parts);
  };
}

/** Returns an expression: `` code`client.${namespace}.copy(arg)` ``. */
export const code: Tag<Expression> = tag(expression);

/** Returns a member of an object literal: `` objectMember`start: (options) => ${started}` ``. */
export const objectMember: Tag<ObjectMember> = tag((tokens) => {
  const parts = objectMembers(tokens);
  return (holes) => parts(holes)[0] ?? tokens.fail("a member");
});

/** Returns a type: `` typeCode`Partial<${options}>` ``. */
export const typeCode: Tag<TypeNode> = tag(type);

export const statements: Tag<Body> = tag(upToEnd(statement));

/** Returns declarations with their documentation; types are exported. */
export const declarations: Tag<readonly Declaration[]> = tag(upToEnd(declaration));
