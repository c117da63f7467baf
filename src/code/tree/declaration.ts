import type { Body, Expression, Parameter } from "./expression.js";
import type { MemberType, TypeNode } from "./type.js";

/** A declaration of a generated module, or what it exports, as plain data. */
export type Declaration = Interface | Alias | FunctionDeclaration | Constant | ExportedNames | ExportedModule;

interface Documented {
  /** The text of the comment above it. It is a block if it has a line break, which may be at its beginning. */
  readonly doc?: string | undefined;
}

export interface Interface extends Documented {
  readonly kind: "interface";
  readonly name: string;
  readonly typeParameters?: readonly TypeParameter[];
  readonly parents?: readonly TypeNode[];
  readonly properties?: readonly MemberType[];
  readonly methods?: readonly MethodType[];
}

/** A method of an interface. */
export interface MethodType extends Documented {
  readonly name: string;
  readonly parameters: readonly Parameter[];
  readonly result: TypeNode;
}

export interface Alias extends Documented {
  readonly kind: "alias";
  readonly name: string;
  readonly type: TypeNode;
}

export interface FunctionDeclaration extends Documented {
  readonly kind: "function";
  readonly name: string;
  readonly isExported: boolean;
  readonly typeParameters?: readonly TypeParameter[];
  readonly parameters: readonly Parameter[];
  readonly result: TypeNode;
  readonly body: Body;
}

/** A constant; all that are exported have a type. */
export interface Constant extends Documented {
  readonly kind: "constant";
  readonly name: string;
  readonly isExported: boolean;
  readonly type?: TypeNode;
  readonly value: Expression;
}

export interface TypeParameter {
  readonly name: string;
  readonly constraint?: TypeNode;
  readonly default?: TypeNode;
}

/** `export { … } from "…"`, or names of the module itself. */
export interface ExportedNames {
  readonly kind: "exported names";
  readonly isTypeOnly: boolean;
  readonly names: readonly ListedName[];
  readonly from: string | undefined;
}

/** All that another module exports, or all of it as a namespace. */
export interface ExportedModule {
  readonly kind: "exported module";
  readonly isTypeOnly: boolean;
  readonly name: string | undefined;
  readonly from: string;
}

/** A name in the braces of an import or an export. */
export interface ListedName {
  readonly name: string;
  /** What it is called on the other side, if that is something else. */
  readonly alias?: string;
  readonly isType?: boolean;
}

export interface Import {
  readonly from: string;
  readonly isTypeOnly: boolean;
  /** The name of all that the module exports, or names of it. */
  readonly names: string | readonly ListedName[];
}

/** Exports names, of the module itself if there is no other one. */
export function exportNames(names: readonly (string | ListedName)[], from?: string): ExportedNames {
  return { kind: "exported names", isTypeOnly: false, names: names.map(listed), from };
}

export function exportTypes(names: readonly string[], from: string): ExportedNames {
  return { kind: "exported names", isTypeOnly: true, names: names.map(listed), from };
}

/** Exports all of another module. */
export function exportAll(from: string): ExportedModule {
  return { kind: "exported module", isTypeOnly: false, name: undefined, from };
}

/** Exports all types of another module, or a namespace with them. */
export function exportAllTypes(from: string, name?: string): ExportedModule {
  return { kind: "exported module", isTypeOnly: true, name, from };
}

/** A type in a list of names that has values too. */
export function listedType(name: string): ListedName {
  return { name, isType: true };
}

function listed(name: string | ListedName): ListedName {
  return typeof name === "string" ? { name } : name;
}
