import type { Query } from "../queries/query.js";
import type { Result } from "../queries/result.js";
import { builtinTypeNames } from "./builtin-types.js";
import { definitionsIn, type Definition, type Scope } from "./definitions.js";
import type { Imports } from "./imports.js";
import { listDefinitions, type Program } from "./program.js";

/** A type or alias of another namespace that is suggested for an unknown name. */
interface Suggestion {
  readonly definition: Definition;
  /** Qualified by its namespace. */
  readonly name: string;
  /** The namespace that has to be imported; undefined if it is imported already. */
  readonly toImport: string | undefined;
}

/** A note that points to a type or alias of another namespace. */
export function declaredIn({ scope }: Definition): string {
  return `declared in the namespace '${scope.name}'`;
}

/** Suggests types for names that do not exist. */
export class TypeSuggestions {
  readonly #program: Program;
  readonly #imports: Imports;
  readonly #typeNames: Query<Scope, readonly string[]>;
  /** The first type or alias with each name. */
  readonly #byName: Result<ReadonlyMap<string, Definition>>;

  constructor(program: Program, imports: Imports) {
    const { queries } = program;
    this.#program = program;
    this.#imports = imports;
    this.#typeNames = queries.query((scope) => {
      const fragments = [...scope.fragments.values()].filter(({ kind }) => kind !== "route");
      return [...definitionsIn(scope, "type"), ...definitionsIn(scope, "alias"), ...fragments].map(({ name }) => name);
    });
    this.#byName = queries.single(
      () =>
        new Map(
          [...listDefinitions(program, "type"), ...listDefinitions(program, "alias")]
            .toReversed()
            .map((definition) => [definition.name, definition]),
        ),
    );
  }

  /** Returns the most similar name of a type or alias in a namespace, or else of a built-in type. */
  inNamespace(namespace: Scope, name: string): string | undefined {
    const { suggestions } = this.#program;
    return (
      suggestions.nearest(name, () => this.#typeNames.get(namespace)) ?? suggestions.nearest(name, builtinTypeNames)
    );
  }

  /** The first type or alias with this name in any namespace. */
  declaredElsewhere(name: string): Definition | undefined {
    return this.#byName.get().get(name);
  }

  /** Returns a type or alias of another namespace with the same name, or else with a similar one. */
  elsewhere(scope: Scope, name: string): Suggestion | undefined {
    const definition = this.declaredElsewhere(name) ?? this.#similarElsewhere(scope, name);
    if (definition === undefined) {
      return undefined;
    }
    const namespace = definition.scope.name;
    return {
      definition,
      name: `${namespace}.${definition.name}`,
      toImport: this.#imports.get(scope).has(namespace) ? undefined : namespace,
    };
  }

  /** Returns a type or alias with a similar name, preferably from an imported namespace. */
  #similarElsewhere(scope: Scope, name: string): Definition | undefined {
    const { suggestions, scopes } = this.#program;
    const imported = this.#imports.get(scope);
    for (const namespace of scopes.values()) {
      const isImported = namespace !== scope && imported.has(namespace.name);
      const similar = isImported ? suggestions.nearest(name, () => this.#typeNames.get(namespace)) : undefined;
      const definition = similar === undefined ? undefined : namespace.definitions.get(similar);
      if (definition !== undefined) {
        return definition;
      }
    }
    const similar = suggestions.nearest(name, () => this.#byName.get().keys());
    return similar === undefined ? undefined : this.declaredElsewhere(similar);
  }
}
