import type { Example, Name } from "../../ir/api.js";
import { Lookup, type OwnedField } from "../../ir/walk.js";
import type { Queries } from "../../compiler/queries/queries.js";
import type { Query } from "../../compiler/queries/query.js";
import type { ApiData, Definition, DefinitionData } from "./api-data.js";

/**
 * Looks up definitions and records dependencies. A query depends on a whole definition except for its documentation and
 * examples, which may be outdated in the result. For examples, use {@link examples}.
 */
export class RecordedLookup extends Lookup {
  readonly #data: ApiData;
  readonly #fields: Query<DefinitionData, readonly OwnedField[]>;
  readonly #examples: Query<DefinitionData, readonly Example[]>;

  constructor(data: ApiData, queries: Queries) {
    super({ namespaces: [], stoneCfg: undefined });
    this.#data = data;
    this.#fields = queries.query((name) => this.#collectFields(name));
    this.#examples = queries.query(({ definition }) =>
      definition === undefined || definition.kind === "alias" ? [] : definition.examples,
    );
  }

  override definition(name: Name): Definition {
    return this.#data.definition(name).surface ?? super.definition(name);
  }

  override allFields(name: Name): readonly OwnedField[] {
    return this.#fields.get(this.#data.definition(name));
  }

  #collectFields(name: Name): readonly OwnedField[] {
    const type = this.definition(name);
    if (type.kind === "alias") {
      throw new Error(`${name.namespace}.${name.name} is an alias.`);
    }
    return this.collectFields(name, type);
  }

  override examples(name: Name): readonly Example[] {
    return this.#examples.get(this.#data.definition(name));
  }

  override *typeNames(): Iterable<Name> {
    for (const { name: namespace, types } of this.#data.namespaces) {
      yield* types.map(({ name }) => ({ namespace, name }));
    }
  }
}
