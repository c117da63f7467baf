import type { Report } from "../diagnostics/diagnostic.js";
import type { Suggestions } from "../diagnostics/nearest-name.js";
import type { Name, RefType, Type } from "../ir/api.js";
import type { Span } from "../source/span.js";
import type * as ast from "../syntax/ast.js";

/** A namespace and all that its files declare (NS-4). */
export interface Scope {
  readonly name: string;
  readonly docs: ast.Doc[];
  /** By name; everything but routes. */
  readonly definitions: Map<string, Definition>;
  /** By name, then by version. */
  readonly routes: Map<string, Map<number, ast.Route>>;
  /** All declared names by their canonical form (NAME-3), those of namespaces with a like name among them (NAME-4). */
  readonly canonicalNames: Map<string, DeclaredName[]>;
  /** Names that definitions with syntax errors may declare: they are not reported as unknown. */
  readonly brokenNames: Set<string>;
}

export interface DeclaredName {
  readonly namespace: string;
  readonly name: string;
  readonly span: Span;
  readonly isRoute: boolean;
}

/** A struct or union; patches are part of it. */
export interface TypeDefinition {
  readonly kind: "type";
  readonly scope: Scope;
  readonly node: ast.Struct | ast.Union;
  /** Its own fields, then those of its patches in the order of the input (QUIRK-15). */
  readonly fields: ast.Field[];
  readonly examples: ExampleSource[];
}

/** An example with the entries that patches add to it (PATCH-6). */
export interface ExampleSource {
  readonly node: ast.Example;
  readonly entries: ast.ExampleEntry[];
}

export interface AliasDefinition {
  readonly kind: "alias";
  readonly scope: Scope;
  readonly node: ast.Alias;
}

export interface AnnotationDefinition {
  readonly kind: "annotation";
  readonly scope: Scope;
  readonly node: ast.Annotation;
}

export interface AnnotationTypeDefinition {
  readonly kind: "annotation type";
  readonly scope: Scope;
  readonly node: ast.AnnotationType;
}

export type Definition = TypeDefinition | AliasDefinition | AnnotationDefinition | AnnotationTypeDefinition;

/** All that the files declare. */
export interface Declarations {
  /** In order of first appearance. */
  readonly scopes: ReadonlyMap<string, Scope>;
  /** In the order of the files. */
  readonly imports: readonly { readonly scope: Scope; readonly node: ast.Import }[];
  readonly patches: readonly { readonly scope: Scope; readonly node: ast.Patch }[];
  /** The names in files of unknown namespace, which are not reported as unknown; undefined if there is no such file. */
  readonly homelessNames: ReadonlySet<string> | undefined;
}

/** What the passes work on. */
export interface Program extends Declarations {
  readonly report: Report;
  readonly suggestions: Suggestions;
}

/** The namespace that is the schema of route attributes (ATTR-1). */
export const schemaNamespace = "stone_cfg";

/** All definitions of a kind, by namespace in order of first appearance, then in the order of their declaration. */
export function listDefinitions<Kind extends Definition["kind"]>(
  program: Program,
  kind: Kind,
): Extract<Definition, { kind: Kind }>[] {
  return [...program.scopes.values()].flatMap((scope) => definitionsIn(scope, kind));
}

/** The definitions of a kind in one namespace, in the order of their declaration. */
export function definitionsIn<Kind extends Definition["kind"]>(
  scope: Scope,
  kind: Kind,
): Extract<Definition, { kind: Kind }>[] {
  const isOfKind = (definition: Definition): definition is Extract<Definition, { kind: Kind }> =>
    definition.kind === kind;
  return [...scope.definitions.values()].filter(isOfKind);
}

export function qualifiedName(definition: Definition): Name {
  return { namespace: definition.scope.name, name: definition.node.name.text };
}

export function refTo(definition: Definition): RefType {
  return { kind: "ref", ...qualifiedName(definition) };
}

/** The struct, union or alias of that name. */
export function referred(program: Program, name: Name): TypeDefinition | AliasDefinition {
  const definition = program.scopes.get(name.namespace)?.definitions.get(name.name);
  if (definition?.kind !== "type" && definition?.kind !== "alias") {
    throw new Error(`A resolved reference dangles: ${name.namespace}.${name.name}.`);
  }
  return definition;
}

/** What a definition is, with its article, as messages say it. */
export function describeKind(definition: Definition): string {
  switch (definition.kind) {
    case "type":
      return definition.node.kind === "struct" ? "a struct" : definition.node.closed ? "a closed union" : "a union";
    case "alias":
      return "an alias";
    case "annotation":
      return "an annotation";
    case "annotation type":
      return "an annotation type";
  }
}

/** What a type is, with its article, as messages say it. */
export function kindOfType(program: Program, type: Type): string {
  switch (type.kind) {
    case "ref":
      return describeKind(referred(program, type));
    case "nullable":
      return "nullable";
    case "list":
      return "a list";
    case "map":
      return "a map";
    case "void":
      return "Void";
    default:
      return "a primitive";
  }
}

/** A detail to point to if it is on the line of what it belongs to, and else that: diagnostics keep to Stone's line. */
export function spanOnLine(owner: Span, detail: Span): Span {
  const line = (span: Span): number => span.source.position(span.start).line;
  return owner.source === detail.source && line(owner) === line(detail) ? detail : owner;
}
