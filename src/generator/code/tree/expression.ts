import type { Scalar } from "../literals.js";
import type { TypeNode } from "./type.js";

/** An expression of generated code as plain data. */
export type Expression =
  | { readonly kind: "identifier"; readonly name: string }
  | { readonly kind: "literal"; readonly value: Scalar }
  /** A literal whose notation matters: a regular expression, or a number such as `1e21`. */
  | { readonly kind: "notation"; readonly text: string }
  | MemberAccess
  | Call
  | { readonly kind: "object"; readonly members: readonly ObjectMember[] }
  | { readonly kind: "array"; readonly items: readonly Expression[] }
  | Prefixed
  | Arrow
  | Conditional
  | Binary
  | { readonly kind: "as"; readonly of: Expression; readonly type: TypeNode };

export interface MemberAccess {
  readonly kind: "member";
  readonly of: Expression;
  readonly name: string;
  readonly isOptional: boolean;
}

export interface Call {
  readonly kind: "call";
  readonly isNew: boolean;
  readonly callee: Expression;
  readonly typeArguments: readonly TypeNode[];
  readonly args: readonly Expression[];
}

export interface Prefixed {
  readonly kind: "prefixed";
  readonly prefix: "..." | "await " | "!" | "/*#__PURE__*/ ";
  readonly of: Expression;
}

export interface Arrow {
  readonly kind: "arrow";
  readonly isAsync: boolean;
  readonly parameters: readonly Parameter[];
  readonly body: Expression;
}

export interface Conditional {
  readonly kind: "conditional";
  readonly test: Expression;
  readonly value: Expression;
  readonly otherwise: Expression;
}

export interface Binary {
  readonly kind: "binary";
  readonly operator: "&&" | "??" | "==" | "===" | "!==";
  readonly left: Expression;
  readonly right: Expression;
}

/** A member of an object literal. A "prefixed" one must be a spread: `...fields`. */
export type ObjectMember =
  | { readonly kind: "property"; readonly name: string; readonly value: Expression }
  | { readonly kind: "method"; readonly name: string; readonly parameters: readonly Parameter[]; readonly body: Body }
  | Prefixed;

/** A parameter of a function. */
export interface Parameter {
  readonly name: string;
  readonly isOptional?: boolean;
  readonly type?: TypeNode;
  readonly initializer?: Expression;
}

/** The statements of a function or of a block. */
export type Body = readonly Statement[];

export type Statement =
  | { readonly kind: "return" | "throw" | "expression"; readonly value: Expression }
  | { readonly kind: "constant"; readonly name: string; readonly value: Expression }
  | { readonly kind: "if"; readonly test: Expression; readonly body: Body }
  | { readonly kind: "switch"; readonly on: Expression; readonly cases: readonly Case[] };

/** A clause of a `switch`: its values, and the statements for them. */
export interface Case {
  readonly values: readonly string[];
  readonly body: Body;
}

export function identifier(text: string): Expression {
  return { kind: "identifier", name: text };
}

/** Returns an expression for a value: JSON data, undefined, a bigint, or a Date, which is `new Date("…")`. */
export function literal(value: unknown): Expression {
  if (typeof value !== "object" || value === null) {
    return { kind: "literal", value: value as Scalar };
  }
  if (value instanceof Date) {
    return create("Date", [], literal(value.toISOString()));
  }
  return Array.isArray(value)
    ? array(value.map(literal))
    : object(Object.entries(value).map(([key, member]) => property(key, literal(member))));
}

/** A literal whose notation matters: a regular expression, or a number such as `1e21`. */
export function notation(text: string): Expression {
  return { kind: "notation", text };
}

/** Returns a chain of accesses to members by their names, such as `page.entries.length` or `page["two-words"]`. */
export function member(of: Expression | string, ...names: readonly string[]): Expression {
  let object = toExpression(of);
  for (const each of names) {
    object = { kind: "member", of: object, name: each, isOptional: false };
  }
  return object;
}

export function call(callee: Expression | string, ...args: readonly Expression[]): Expression {
  return { kind: "call", isNew: false, callee: toExpression(callee), typeArguments: none, args };
}

/** Shared by all calls without type arguments, of which a large API has a hundred thousand. */
const none: readonly TypeNode[] = [];

/** Returns a call with type arguments. */
export function genericCall(
  callee: Expression | string,
  typeArguments: readonly TypeNode[],
  ...args: readonly Expression[]
): Expression {
  return { kind: "call", isNew: false, callee: toExpression(callee), typeArguments, args };
}

/** Returns a `new` expression. */
function create(of: string, typeArguments: readonly TypeNode[], ...args: readonly Expression[]): Expression {
  return { kind: "call", isNew: true, callee: identifier(of), typeArguments, args };
}

export function object(members: readonly ObjectMember[]): Expression {
  return { kind: "object", members };
}

export function property(name: string, value: Expression): ObjectMember {
  return { kind: "property", name, value };
}

export function method(name: string, parameters: readonly Parameter[], body: Body): ObjectMember {
  return { kind: "method", name, parameters, body };
}

function array(items: readonly Expression[]): Expression {
  return { kind: "array", items };
}

export function spread(of: Expression): Prefixed {
  return { kind: "prefixed", prefix: "...", of };
}

export function not(of: Expression): Expression {
  return { kind: "prefixed", prefix: "!", of };
}

/** Marks a call that bundlers may omit if its result is unused. */
export function pure(of: Expression): Expression {
  return { kind: "prefixed", prefix: "/*#__PURE__*/ ", of };
}

export function conditional(test: Expression, value: Expression, otherwise: Expression): Expression {
  return { kind: "conditional", test, value, otherwise };
}

export function binary(left: Expression, operator: Binary["operator"], right: Expression): Expression {
  return { kind: "binary", operator, left, right };
}

export function returnStatement(value: Expression): Statement {
  return { kind: "return", value };
}

export function thrown(value: Expression): Statement {
  return { kind: "throw", value };
}

export function constant(name: string, value: Expression): Statement {
  return { kind: "constant", name, value };
}

function toExpression(of: Expression | string): Expression {
  return typeof of === "string" ? identifier(of) : of;
}
