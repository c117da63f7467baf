import { Suggestions } from "../../text/diagnostics/nearest-name.js";
import type { Report } from "../../text/diagnostics/diagnostic.js";
import type { Name, Type } from "../../ir/api.js";
import { isPrimitive } from "../../ir/kinds.js";
import type { Input, InputMap } from "../queries/input.js";
import { Queries, type Runs } from "../queries/queries.js";
import type { Span } from "../../text/span.js";
import type { Steps } from "../../text/steps.js";
import type { Declarations, DeclaredImport } from "./declarations.js";
import {
  definitionsIn,
  describeDefinition,
  type AliasDefinition,
  type Definition,
  type Scope,
  type TypeDefinition,
} from "./definitions.js";
import { updateScopes } from "./update-scopes.js";

/** The input of the passes: the declarations, which change from one version of the specification to the next. */
export class Program {
  readonly queries: Queries;
  /** The namespaces by name, in order of first appearance. */
  readonly scopes: InputMap<string, Scope>;
  readonly #imports: Input<readonly DeclaredImport[]>;
  readonly #namesWithoutNamespace: Input<Declarations["namesWithoutNamespace"]>;
  #suggestions = new Suggestions();

  constructor(runs: Runs) {
    this.queries = new Queries(runs);
    this.scopes = this.queries.inputMap();
    this.#imports = this.queries.input<readonly DeclaredImport[]>([], haveSameNodes);
    this.#namesWithoutNamespace = this.queries.input<Declarations["namesWithoutNamespace"]>(undefined);
  }

  /** Adds a finding to the running pass. */
  readonly report: Report = (finding) => {
    this.queries.report(finding);
  };

  get suggestions(): Suggestions {
    return this.#suggestions;
  }

  /** The imports in the order of the files. */
  get imports(): readonly DeclaredImport[] {
    return this.#imports.get();
  }

  /**
   * The names in files without a valid namespace, which are not reported as unknown; undefined if there is no such file.
   */
  get namesWithoutNamespace(): ReadonlySet<string> | undefined {
    return this.#namesWithoutNamespace.get();
  }

  /** Replaces the declarations with the current ones, in one step per namespace. */
  *update(declarations: Declarations): Steps<void> {
    yield* updateScopes(this.scopes, declarations, this.queries);
    this.#imports.set(declarations.imports);
    this.#namesWithoutNamespace.set(declarations.namesWithoutNamespace);
    this.#suggestions = new Suggestions();
  }
}

function haveSameNodes(a: readonly DeclaredImport[], b: readonly DeclaredImport[]): boolean {
  return a.length === b.length && a.every(({ by, node }, index) => by === b[index]?.by && node === b[index].node);
}

/**
 * Returns all definitions of a kind, by namespace in order of first appearance, then in the order of their declaration.
 */
export function listDefinitions<Kind extends Definition["kind"]>(
  program: Program,
  kind: Kind,
): Extract<Definition, { kind: Kind }>[] {
  return [...program.scopes.values()].flatMap((scope) => definitionsIn(scope, kind));
}

/** Returns the struct, union or alias with a resolved name. */
export function referred(program: Program, name: Name): TypeDefinition | AliasDefinition {
  const definition = program.scopes.get(name.namespace)?.definitions.get(name.name);
  if (definition?.kind !== "type" && definition?.kind !== "alias") {
    throw new Error(`A resolved reference dangles: ${name.namespace}.${name.name}.`);
  }
  return definition;
}

/** Returns the kind of a type, with its article, for messages. */
export function kindOfType(program: Program, type: Type): string {
  if (isPrimitive(type)) {
    return "a primitive";
  }
  switch (type.kind) {
    case "ref":
      return describeDefinition(referred(program, type));
    case "nullable":
      return "nullable";
    case "list":
      return "a list";
    case "map":
      return "a map";
    case "void":
      return "Void";
  }
}

/**
 * Returns the span of a detail if it is on the owner's line, otherwise the span of the owner, so that diagnostics stay
 * on the line that Stone reports.
 */
export function spanOnLine(owner: Span, detail: Span): Span {
  const line = (span: Span): number => span.source.position(span.start).line;
  return owner.source === detail.source && line(owner) === line(detail) ? detail : owner;
}
