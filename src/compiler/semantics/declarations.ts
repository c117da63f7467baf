import type { Finding } from "../../text/diagnostics/diagnostic.js";
import type { Span } from "../../text/span.js";
import type * as ast from "../../syntax/ast.js";

/** The declarations in all files. Patches are applied, but no names are resolved. */
export interface Declarations {
  /**
   * The namespaces by name, in order of first appearance. A namespace that has not changed is the same object as
   * before.
   */
  readonly namespaces: ReadonlyMap<string, DeclaredNamespace>;
  /** The imports in the order of the files. */
  readonly imports: readonly DeclaredImport[];
  /**
   * The names in files without a valid namespace, which are not reported as unknown; undefined if there is no such file.
   */
  readonly namesWithoutNamespace: ReadonlySet<string> | undefined;
  readonly findings: readonly Finding[];
}

export interface DeclaredImport {
  /** The name of the importing namespace. */
  readonly by: string;
  readonly node: ast.Import;
}

/** A namespace and everything that its files declare (NS-4). */
export interface DeclaredNamespace {
  readonly name: string;
  readonly docs: ast.Doc[];
  /** The definitions by name, without routes. */
  readonly definitions: Map<string, Declaration>;
  /** The routes by name, then by version. */
  readonly routes: Map<string, Map<number, ast.Route>>;
  /** All declared names by their canonical forms (NAME-3). Namespaces with similar names share this map (NAME-4). */
  readonly canonicalNames: Map<string, DeclaredName[]>;
  /** Names that definitions with syntax errors may declare: they are not reported as unknown. */
  readonly brokenNames: Set<string>;
  /** The readable parts of definitions with syntax errors. They are checked, but nothing can refer to them. */
  readonly fragments: FragmentNode[];
}

/** The readable parts of a definition with syntax errors. */
export type FragmentNode = ast.Alias | ast.Struct | ast.Union | ast.Patch | ast.Route;

export interface DeclaredName {
  readonly namespace: string;
  readonly name: string;
  readonly span: Span;
  readonly isRoute: boolean;
}

export type Declaration =
  | DeclaredType
  | { readonly kind: "alias"; readonly node: ast.Alias }
  | { readonly kind: "annotation"; readonly node: ast.Annotation }
  | { readonly kind: "annotation type"; readonly node: ast.AnnotationType };

/** A struct or union, including patches. */
export interface DeclaredType {
  readonly kind: "type";
  readonly node: ast.Struct | ast.Union;
  /** The type's own fields, then those of patches in the order of the input (QUIRK-15). */
  readonly fields: readonly ast.Field[];
  readonly examples: readonly ExampleSource[];
}

/** An example, and its entries, including those that patches add (PATCH-6). */
export interface ExampleSource {
  readonly node: ast.Example;
  readonly entries: readonly ast.ExampleEntry[];
}

/** Returns the kind of a definition, with its article, for messages. */
export function describeKind(
  what:
    | { readonly kind: "struct" | "union"; readonly closed?: boolean }
    | { readonly kind: Exclude<Declaration["kind"], "type"> },
): string {
  switch (what.kind) {
    case "struct":
      return "a struct";
    case "union":
      return what.closed === true ? "a closed union" : "a union";
    case "alias":
      return "an alias";
    case "annotation":
      return "an annotation";
    case "annotation type":
      return "an annotation type";
  }
}

/** Returns the name without `_` and `/`, in lower case (NAME-3). */
export function canonicalName(name: string): string {
  return name.replace(/[_/]/g, "").toLowerCase();
}
