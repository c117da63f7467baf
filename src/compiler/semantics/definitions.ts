import type { Name, RefType } from "../../ir/api.js";
import type { Input, InputMap } from "../queries/input.js";
import { Key } from "../queries/query.js";
import type { Queries } from "../queries/queries.js";
import type * as ast from "../../syntax/ast.js";
import {
  describeKind,
  type DeclaredNamespace,
  type DeclaredType,
  type ExampleSource,
  type FragmentNode,
} from "./declarations.js";

/** A namespace. The object exists as long as the namespace is declared. */
export class Scope extends Key {
  readonly name: string;
  readonly docs: Input<readonly ast.Doc[]>;
  /** The definitions by name, without routes. */
  readonly definitions: InputMap<string, Definition>;
  /** The routes by name, then by version. */
  readonly routes: InputMap<string, ReadonlyMap<number, RouteDefinition>>;
  /** The readable parts of definitions with syntax errors, by their syntax nodes. */
  readonly fragments: InputMap<FragmentNode, Fragment>;
  readonly #brokenNames: Input<ReadonlySet<string>>;
  /** The declarations of the last update. Passes must read the inputs instead, so that their reads are recorded. */
  declared: DeclaredNamespace | undefined;

  constructor(name: string, queries: Queries) {
    super();
    this.name = name;
    this.docs = queries.input<readonly ast.Doc[]>([]);
    this.definitions = queries.inputMap();
    this.routes = queries.inputMap();
    this.#brokenNames = queries.input<ReadonlySet<string>>(new Set());
    this.fragments = queries.inputMap();
  }

  /** Names that definitions with syntax errors may declare: they are not reported as unknown. */
  get brokenNames(): ReadonlySet<string> {
    return this.#brokenNames.get();
  }

  set brokenNames(names: ReadonlySet<string>) {
    this.#brokenNames.set(names);
  }
}

/** The definition of a name. The object exists as long as the name is declared, even if the source text changes. */
abstract class Declared extends Key {
  readonly name: string;
  readonly scope: Scope;

  constructor(scope: Scope, name: string) {
    super();
    this.name = name;
    this.scope = scope;
  }
}

/** A definition that is not a struct or union. */
abstract class WithNode<Node> extends Declared {
  readonly #node: Input<Node>;

  constructor(scope: Scope, name: string, node: Node, queries: Queries) {
    super(scope, name);
    this.#node = queries.input(node, Object.is);
  }

  /** The syntax node. Its readers depend on the whole text of the definition, including documentation. */
  get node(): Node {
    return this.#node.get();
  }

  set node(node: Node) {
    this.#node.set(node);
  }
}

/** Facts about a struct or union that rarely change, for other definitions to read. */
export interface Head {
  readonly kind: "struct" | "union";
  /** Whether it is a `union_closed`. */
  readonly closed: boolean;
  readonly hasParent: boolean;
  /** Whether it is a struct with a list of subtypes. */
  readonly hasSubtypes: boolean;
}

const noExamples: ReadonlyMap<string, ExampleDefinition> = new Map();

/** A struct or union, including patches. */
export class TypeDefinition extends Declared {
  readonly kind = "type";
  #declared: DeclaredType;
  readonly #written: Input<DeclaredType>;
  readonly #head: Input<Head>;
  readonly #examples: Input<ReadonlyMap<string, ExampleDefinition>>;
  readonly #queries: Queries;

  constructor(scope: Scope, name: string, written: DeclaredType, queries: Queries) {
    super(scope, name);
    this.#declared = written;
    this.#written = queries.input(written, (a, b) => a.node === b.node && haveSameItems(a.fields, b.fields));
    this.#head = queries.input(toHead(written.node));
    this.#queries = queries;
    this.#examples = queries.input(this.#toExamples(written, noExamples));
  }

  update(written: DeclaredType): void {
    if (written !== this.#declared) {
      this.#declared = written;
      this.#written.set(written);
      this.#head.set(toHead(written.node));
      this.#examples.set(this.#toExamples(written, this.examples));
    }
  }

  #toExamples(
    { examples }: DeclaredType,
    before: ReadonlyMap<string, ExampleDefinition>,
  ): ReadonlyMap<string, ExampleDefinition> {
    if (examples.length === 0) {
      return noExamples;
    }
    return new Map(
      examples.map((source) => {
        const label = source.node.label.text;
        const existing = before.get(label);
        if (existing !== undefined) {
          existing.source = source;
        }
        return [label, existing ?? new ExampleDefinition(this, label, source, this.#queries)];
      }),
    );
  }

  get head(): Head {
    return this.#head.get();
  }

  /** The syntax node, without patches. A reader depends on its whole text, including documentation. */
  get node(): ast.Struct | ast.Union {
    return this.#written.get().node;
  }

  /** The type's own fields, then those of patches in the order of the input (QUIRK-15). */
  get fields(): readonly ast.Field[] {
    return this.#written.get().fields;
  }

  /** The examples by label, in source order. */
  get examples(): ReadonlyMap<string, ExampleDefinition> {
    return this.#examples.get();
  }
}

function toHead(node: ast.Struct | ast.Union): Head {
  return {
    kind: node.kind,
    closed: node.kind === "union" && node.closed,
    hasParent: node.parent !== undefined,
    hasSubtypes: node.kind === "struct" && node.subtypes !== undefined,
  };
}

/** An example of a type, as declared. */
export class ExampleDefinition extends Key {
  readonly label: string;
  readonly type: TypeDefinition;
  readonly #source: Input<ExampleSource>;
  readonly #mayInclude: Input<boolean>;

  constructor(type: TypeDefinition, label: string, source: ExampleSource, queries: Queries) {
    super();
    this.label = label;
    this.type = type;
    this.#source = queries.input(source, (a, b) => Object.is(a.node, b.node) && haveSameItems(a.entries, b.entries));
    this.#mayInclude = queries.input(hasMoreThanLiterals(source));
  }

  /** Whether the example may include other examples. Most examples contain only strings and numbers. */
  get mayInclude(): boolean {
    return this.#mayInclude.get();
  }

  get source(): ExampleSource {
    return this.#source.get();
  }

  set source(source: ExampleSource) {
    this.#source.set(source);
    this.#mayInclude.set(hasMoreThanLiterals(source));
  }
}

function hasMoreThanLiterals({ entries }: ExampleSource): boolean {
  return entries.some(({ value }) => value.kind !== "literal");
}

export class AliasDefinition extends WithNode<ast.Alias> {
  readonly kind = "alias";
}

export class AnnotationDefinition extends WithNode<ast.Annotation> {
  readonly kind = "annotation";
}

export class AnnotationTypeDefinition extends WithNode<ast.AnnotationType> {
  readonly kind = "annotation type";
}

/** One version of a route. */
export class RouteDefinition extends WithNode<ast.Route> {
  readonly kind = "route";
  readonly version: number;

  constructor(scope: Scope, name: string, node: ast.Route, queries: Queries) {
    super(scope, name, node, queries);
    this.version = node.version;
  }
}

export type Definition = TypeDefinition | AliasDefinition | AnnotationDefinition | AnnotationTypeDefinition;

/** The readable parts of a definition with syntax errors. It is not among the definitions of its namespace. */
export type Fragment = TypeDefinition | AliasDefinition | RouteDefinition;

export function haveSameItems(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}

/** Returns the definitions of a kind in one namespace, in the order of their declaration. */
export function definitionsIn<Kind extends Definition["kind"]>(
  scope: Scope,
  kind: Kind,
): Extract<Definition, { kind: Kind }>[] {
  const isOfKind = (definition: Definition): definition is Extract<Definition, { kind: Kind }> =>
    definition.kind === kind;
  return [...scope.definitions.values()].filter(isOfKind);
}

export function qualifiedName({ scope, name }: Definition): Name {
  return { namespace: scope.name, name };
}

export function refTo(definition: Definition): RefType {
  return { kind: "ref", ...qualifiedName(definition) };
}

/** Returns the kind of a definition, with its article, for messages. */
export function describeDefinition(definition: Definition): string {
  return describeKind(definition.kind === "type" ? definition.head : definition);
}
