/*
 * The requests of the playground's page to its worker, in addition to those of the language server. Positions are those
 * of the protocol: lines and UTF-16 code units from 0.
 */

/** The cursor in a file. */
export interface Cursor {
  readonly textDocument: { readonly uri: string };
  readonly position: { readonly line: number; readonly character: number };
}

export interface SpecText {
  readonly path: string;
  readonly text: string;
}

/** A value for a specification without errors, or the number of errors. */
export type Shown<Value> =
  { readonly kind: "shown"; readonly value: Value } | { readonly kind: "errors"; readonly count: number };

/** The code of the definition at the cursor, or a file of the package. */
export interface ShownCode {
  /** All files that can be shown. */
  readonly paths: readonly string[];
  readonly text: string;
}

/** A page of the documentation site. */
export interface ShownPage {
  /** The path relative to the site, separated by `/`. */
  readonly path: string;
  readonly html: string;
}

/** The page about changes, and the number of changes. */
export interface ShownChanges extends ShownPage {
  readonly count: number;
}

/** A type whose JSON can be checked. */
export interface CheckedType {
  /** The name qualified by the namespace: `files.Metadata`. */
  readonly name: string;
  /** The module of the package that exports the function `decode`. */
  readonly module: string;
  readonly decode: string;
  /** A valid value as JSON. */
  readonly example: string;
}

/** A program that calls a route. */
export interface SampleProgram {
  /** The name qualified by the namespace: `files/copy`. */
  readonly route: string;
  readonly code: string;
}

/** The package as a script for a worker, without the code of the user. */
export interface RunnablePackage {
  readonly script: string;
  readonly samples: readonly SampleProgram[];
  readonly types: readonly CheckedType[];
}

/** A program in JavaScript, or the reason why it cannot be compiled. */
export type CompiledProgram = { readonly script: string } | { readonly problem: string };

/** The parameters and the result of each request, by its method. */
export interface PlaygroundRequests {
  "playground/code": (params: Cursor & { readonly path?: string | undefined }) => Shown<ShownCode>;
  "playground/page": (params: Cursor & { readonly path?: string | undefined }) => Shown<ShownPage>;
  "playground/openapi": (params: Pick<Cursor, "textDocument">) => Shown<string>;
  "playground/changes": (
    params: Pick<Cursor, "textDocument"> & { readonly since: readonly SpecText[] },
  ) => Shown<ShownChanges>;
  "playground/package": (params: Pick<Cursor, "textDocument">) => Shown<RunnablePackage>;
  "playground/compile": (params: { readonly code: string }) => CompiledProgram;
}
