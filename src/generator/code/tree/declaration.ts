import type { Body, Expression, Parameter } from "./expression.js";
import type { MemberType, TypeNode } from "./type.js";

/** A declaration or an export of a generated module, as plain data. */
export type Declaration = Interface | Alias | FunctionDeclaration | Constant | ExportedNames | ExportedModule;

interface Documented {
  /** The part of the specification that the name stands for, as findings name it: `files`, `files.Metadata`, `files/copy`. */
  readonly origin?: string | undefined;
  /** The text of the comment above the declaration. A line break, even at the start, makes it a comment of several lines. */
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

/** A constant; exported constants have a type. */
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

/** `export { … } from "…"`, or an export of the module's own names. */
export interface ExportedNames {
  readonly kind: "exported names";
  readonly isTypeOnly: boolean;
  readonly names: readonly ListedName[];
  readonly from: string | undefined;
}

/** `export * from "…"`, or with a name, `export * as name from "…"`. */
export interface ExportedModule {
  readonly kind: "exported module";
  readonly isTypeOnly: boolean;
  readonly name: string | undefined;
  readonly from: string;
}

/** A name in the braces of an import or an export. */
export interface ListedName {
  readonly name: string;
  /** The name on the other side of `as`, if it is different. */
  readonly alias?: string;
  readonly isType?: boolean;
}

export interface Import {
  readonly from: string;
  readonly isTypeOnly: boolean;
  /** The name of a namespace import, or the imported names. */
  readonly names: string | readonly ListedName[];
}

/** Exports names of the module `from`, or of the module itself. */
export function exportNames(names: readonly (string | ListedName)[], from?: string): ExportedNames {
  return { kind: "exported names", isTypeOnly: false, names: names.map(toListedName), from };
}

export function exportTypes(names: readonly string[], from: string): ExportedNames {
  return { kind: "exported names", isTypeOnly: true, names: names.map(toListedName), from };
}

/** Re-exports everything from another module. */
export function exportAll(from: string): ExportedModule {
  return { kind: "exported module", isTypeOnly: false, name: undefined, from };
}

/** Re-exports all types of another module, either directly or as a namespace. */
export function exportAllTypes(from: string, name?: string): ExportedModule {
  return { kind: "exported module", isTypeOnly: true, name, from };
}

/** Returns a type for a list of names that also contains values. */
export function listedType(name: string): ListedName {
  return { name, isType: true };
}

function toListedName(name: string | ListedName): ListedName {
  return typeof name === "string" ? { name } : name;
}
