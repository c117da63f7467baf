import type { Field, Name, Type } from "../../ir/api.js";
import { namesInType } from "../../ir/references.js";
import type { Lookup } from "../../ir/walk.js";
import type { Queries } from "../../compiler/queries/queries.js";
import type { Query } from "../../compiler/queries/query.js";
import type { ApiData, Definition, DefinitionData } from "./api-data.js";

/** How the writable form of a definition differs from its readable form. */
interface Difference {
  readonly differs: boolean;
  /** Whether the struct's own fields differ, regardless of its subtypes. */
  readonly fieldsDiffer: boolean;
}

/**
 * Determines which types have a different writable form, in which fields with a default may be omitted, and a tag without a
 * value may be a bare string.
 */
export class Views {
  readonly #data: ApiData;
  readonly #differences: Query<DefinitionData, Difference>;

  constructor(data: ApiData, lookup: Lookup, queries: Queries) {
    this.#data = data;
    const references = queries.query((definition: DefinitionData) => findReferences(definition, data, lookup));
    const referencesOf = (definition: DefinitionData): References => references.get(definition);
    const all = queries.single(() => new Differences(data, referencesOf));
    this.#differences = queries.query((definition) => all.get().of(definition));
  }

  /** Whether the type, or a type inside it, has a different writable form. */
  differs(type: Type): boolean {
    const name = innermostName(type);
    return name !== undefined && this.typeDiffers(name);
  }

  typeDiffers(name: Name): boolean {
    return this.#differences.get(this.#data.definition(name)).differs;
  }

  /** Whether the fields of a struct have a different writable form, regardless of its subtypes. */
  fieldsDiffer(name: Name): boolean {
    return this.#differences.get(this.#data.definition(name)).fieldsDiffer;
  }
}

/** The definitions that a definition refers to directly. */
interface References {
  readonly kind: Definition["kind"];
  /** Whether the writable form differs regardless of the references, because of a field with a default or a tag without a value. */
  readonly differs: boolean;
  readonly parent: DefinitionData | undefined;
  readonly subtypes: readonly DefinitionData[];
  /** The definitions in the types of the fields or tags, or in the type of an alias. */
  readonly members: readonly DefinitionData[];
}

type ReferencesOf = (definition: DefinitionData) => References;

function findReferences(name: DefinitionData, data: ApiData, lookup: Lookup): References {
  const toData = (other: Name): DefinitionData => data.definition(other);
  const definition = lookup.definition(name);
  if (definition.kind === "alias") {
    const members = namesInType(definition.alias.type).map(toData);
    return { kind: "alias", differs: false, parent: undefined, subtypes: [], members };
  }
  const { kind, parent, fields } = definition;
  const isOptional = (field: Field): boolean =>
    kind === "struct" ? field.default !== undefined : lookup.withoutAliases(field.type).kind === "void";
  const subtypes = kind === "struct" ? (definition.subtypes?.tags ?? []) : [];
  return {
    kind,
    differs: fields.some(isOptional),
    parent: parent && toData(parent),
    subtypes: subtypes.map(({ type }) => toData(type)),
    members: [...new Set(fields.flatMap(({ type }) => namesInType(type).map(toData)))],
  };
}

function listDefinitions(data: ApiData): readonly DefinitionData[] {
  return data.namespaces.flatMap((namespace) => namespace.definitions);
}

/** Returns the struct, union or alias inside lists, maps and nullable types; undefined if there is none. */
function innermostName(type: Type): Name | undefined {
  return namesInType(type)[0];
}

/** Examines all definitions together, because types may refer to each other in cycles. */
class Differences {
  readonly #differing = new Set<DefinitionData>();
  readonly #withDifferingFields = new Set<DefinitionData>();

  constructor(data: ApiData, referencesOf: ReferencesOf) {
    // Differences propagate through references, so repeat until nothing is added.
    const all = listDefinitions(data).map((definition) => [definition, referencesOf(definition)] as const);
    for (let before = -1; before !== this.#size();) {
      before = this.#size();
      all.forEach(([definition, references]) => this.#visit(definition, references));
    }
  }

  of(definition: DefinitionData): Difference {
    return {
      differs: this.#differing.has(definition),
      fieldsDiffer: this.#withDifferingFields.has(definition),
    };
  }

  #visit(definition: DefinitionData, { kind, differs, parent, subtypes, members }: References): void {
    const [differing, withDifferingFields] = [this.#differing, this.#withDifferingFields];
    const inherited = kind === "struct" ? withDifferingFields : differing;
    if (!inherited.has(definition)) {
      if (differs || (parent && inherited.has(parent)) || members.some((member) => differing.has(member))) {
        inherited.add(definition);
      }
    }
    if (kind === "struct" && [definition, ...subtypes].some((struct) => withDifferingFields.has(struct))) {
      differing.add(definition);
    }
  }

  #size(): number {
    return this.#differing.size + this.#withDifferingFields.size;
  }
}
