import type { Field, Name, Type } from "../ir/api.js";
import { namesInDefinition, namesInType } from "../ir/references.js";
import type { Lookup } from "../ir/walk.js";
import type { Queries } from "../queries/queries.js";
import type { Query } from "../queries/query.js";
import type { ApiData, DefinitionData } from "./api-data.js";

/** How the writable form of a definition differs from its readable form. */
interface Difference {
  readonly differs: boolean;
  /** Whether the own fields of a struct differ, regardless of its subtypes. */
  readonly fieldsDiffer: boolean;
}

/**
 * Determines which types have a different writable form: fields with a default may be omitted, and a tag without a
 * value may be a bare string.
 */
export class Views {
  readonly #data: ApiData;
  readonly #differences: Query<DefinitionData, Difference>;
  readonly #byServers: Query<DefinitionData, boolean>;

  constructor(data: ApiData, lookup: Lookup, queries: Queries) {
    this.#data = data;
    const all = queries.single(() => new Differences(data, lookup), "differing views");
    this.#differences = queries.query((definition) => all.get().of(definition), "differing view");
    const byServers = queries.single(() => writtenByServersOnly(data, lookup), "written by servers only");
    this.#byServers = queries.query((definition) => byServers.get().has(definition), "is written by servers only");
  }

  /** Whether the type, or a type inside it, has a different writable form. */
  differs(type: Type): boolean {
    const name = innermostName(type);
    return name !== undefined && this.typeDiffers(name);
  }

  typeDiffers(name: Name): boolean {
    return this.#differences.get(this.#data.definition(name)).differs;
  }

  /** The same for the fields of a struct alone, which may enumerate subtypes. */
  fieldsDiffer(name: Name): boolean {
    return this.#differences.get(this.#data.definition(name)).fieldsDiffer;
  }

  /** Whether only servers write values of a definition: it is part of results or errors of routes, but of no argument. */
  isWrittenByServersOnly(name: Name): boolean {
    return this.#byServers.get(this.#data.definition(name));
  }
}

/**
 * The definitions of which servers alone write values: those in results and errors of routes, but in no argument. Besides, those
 * that no route uses, but which refer to such definitions.
 */
function writtenByServersOnly(data: ApiData, lookup: Lookup): ReadonlySet<DefinitionData> {
  const routes = data.namespaces.flatMap((namespace) => namespace.routes);
  const inArguments = reach(
    routes.map(({ arg }) => arg),
    data,
    lookup,
  );
  const inReplies = reach(
    routes.flatMap(({ result, error }) => [result, error]),
    data,
    lookup,
  );
  const found = new Set([...inReplies].filter((definition) => !inArguments.has(definition)));
  let unused = data.namespaces
    .flatMap((namespace) => namespace.definitions)
    .filter((definition) => !inArguments.has(definition) && !inReplies.has(definition));
  for (let before = -1; before !== found.size;) {
    before = found.size;
    unused = unused.filter((definition) => {
      const isOther = !referencesOf(definition, data, lookup).some((other) => found.has(other));
      if (!isOther) {
        found.add(definition);
      }
      return isOther;
    });
  }
  return found;
}

/** The definitions in some types, and all to which these refer. */
function reach(types: readonly Type[], data: ApiData, lookup: Lookup): ReadonlySet<DefinitionData> {
  const found = new Set(types.flatMap(namesInType).map((name) => data.definition(name)));
  // Iterating over a set includes the elements added during the iteration.
  for (const definition of found) {
    referencesOf(definition, data, lookup).forEach((other) => found.add(other));
  }
  return found;
}

/** The definitions to which one refers itself. */
function referencesOf(name: DefinitionData, data: ApiData, lookup: Lookup): DefinitionData[] {
  const definition = lookup.definition(name);
  const names = namesInDefinition(definition.kind === "alias" ? definition.alias : definition);
  return names.map((other) => data.definition(other));
}

/** The struct, union or alias in lists and maps; undefined if there is none. */
function innermostName(type: Type): Name | undefined {
  return namesInType(type)[0];
}

/** Finds out about all definitions together: types may refer to each other in circles. */
class Differences {
  readonly #data: ApiData;
  readonly #lookup: Lookup;
  readonly #differing = new Set<DefinitionData>();
  readonly #withDifferingFields = new Set<DefinitionData>();

  constructor(data: ApiData, lookup: Lookup) {
    this.#data = data;
    this.#lookup = lookup;
    // Differences propagate: repeat until nothing is added.
    let before = -1;
    while (before !== this.#size()) {
      before = this.#size();
      for (const { definitions } of data.namespaces) {
        definitions.forEach((definition) => this.#visit(definition));
      }
    }
  }

  of(definition: DefinitionData): Difference {
    return {
      differs: this.#differing.has(definition),
      fieldsDiffer: this.#withDifferingFields.has(definition),
    };
  }

  #visit(name: DefinitionData): void {
    if (this.#differing.has(name) && this.#withDifferingFields.has(name)) {
      return; // nothing more can change
    }
    const definition = this.#lookup.definition(name);
    if (definition.kind === "alias") {
      if (this.#differs(definition.alias.type)) {
        this.#differing.add(name);
      }
      return;
    }
    if (definition.kind === "union") {
      if (this.#isDiffering(definition.parent) || definition.fields.some((tag) => this.#tagDiffers(tag))) {
        this.#differing.add(name);
      }
      return;
    }
    const { parent, fields, subtypes } = definition;
    if (
      this.#hasDifferingFields(parent) ||
      fields.some((field) => field.default !== undefined || this.#differs(field.type))
    ) {
      this.#withDifferingFields.add(name);
    }
    if (this.#hasDifferingFields(name) || subtypes?.tags.some((tag) => this.#hasDifferingFields(tag.type)) === true) {
      this.#differing.add(name);
    }
  }

  #tagDiffers(tag: Field): boolean {
    return this.#lookup.withoutAliases(tag.type).kind === "void" || this.#differs(tag.type);
  }

  #differs(type: Type): boolean {
    return this.#isDiffering(innermostName(type));
  }

  #isDiffering(name: Name | undefined): boolean {
    return name !== undefined && this.#differing.has(this.#data.definition(name));
  }

  #hasDifferingFields(name: Name | undefined): boolean {
    return name !== undefined && this.#withDifferingFields.has(this.#data.definition(name));
  }

  #size(): number {
    return this.#differing.size + this.#withDifferingFields.size;
  }
}
