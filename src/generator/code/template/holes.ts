import type { Declaration, MethodType } from "../tree/declaration.js";
import { identifier, property, type Expression, type ObjectMember, type Parameter } from "../tree/expression.js";
import type { Statement } from "../tree/expression.js";
import { reference, type MemberType, type TypeNode } from "../tree/type.js";
import type { TokenReader } from "./tokens.js";

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
