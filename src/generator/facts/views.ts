import type { Field, Name, Type } from "../../ir/api.js";
import { namesInType } from "../../ir/references.js";
import type { Lookup } from "../../ir/walk.js";
import { apiFact, definitionFact } from "./api-fact.js";
import { definitionNames, type Context } from "./context.js";

/*
 * Which types have a different writable form, in which fields with a default may be omitted, and a tag without a value may be a
 * bare string.
 */

/** Whether the type, or a type inside it, has a different writable form. */
export function differs(type: Type, context: Context): boolean {
  const [name] = namesInType(type);
  return name !== undefined && typeDiffers(name, context);
}

export const typeDiffers = definitionFact((name, context) => differences(context).differs(name));

/** Whether the fields of a struct have a different writable form, regardless of its subtypes. */
export const fieldsDiffer = definitionFact((name, context) => differences(context).fieldsDiffer(name));

const differences = apiFact(({ api, lookup }) => {
  const names = api.namespaces.flatMap(definitionNames);
  return new Differences(
    names.map((name) => findReferences(name, lookup)),
    lookup,
  );
});

type Definition = ReturnType<Lookup["definition"]>;

/** A definition, and those to which it refers directly. */
interface References {
  readonly definition: Definition;
  /** Whether the writable form differs regardless of the references, because of a field with a default or a tag without a value. */
  readonly differs: boolean;
  readonly parent: Definition | undefined;
  readonly subtypes: readonly Definition[];
  /** The definitions in the types of the fields or tags, or in the type of an alias. */
  readonly members: readonly Definition[];
}

function findReferences(name: Name, lookup: Lookup): References {
  const find = (other: Name): Definition => lookup.definition(other);
  const definition = find(name);
  if (definition.kind === "alias") {
    const members = namesInType(definition.alias.type).map(find);
    return { definition, differs: false, parent: undefined, subtypes: [], members };
  }
  const { kind, parent, fields } = definition;
  const isOptional = (field: Field): boolean =>
    kind === "struct" ? field.default !== undefined : lookup.withoutAliases(field.type).kind === "void";
  const subtypes = kind === "struct" ? (definition.subtypes?.tags ?? []) : [];
  return {
    definition,
    differs: fields.some(isOptional),
    parent: parent && find(parent),
    subtypes: subtypes.map(({ type }) => find(type)),
    members: [...new Set(fields.flatMap(({ type }) => namesInType(type).map(find)))],
  };
}

/** Examines all definitions together, because types may refer to each other in cycles. */
class Differences {
  readonly #lookup: Lookup;
  readonly #differing = new Set<Definition>();
  readonly #withDifferingFields = new Set<Definition>();

  constructor(all: readonly References[], lookup: Lookup) {
    this.#lookup = lookup;
    // Differences propagate through references, so repeat until nothing is added.
    for (let before = -1; before !== this.#size();) {
      before = this.#size();
      all.forEach((references) => this.#visit(references));
    }
  }

  differs(name: Name): boolean {
    return this.#differing.has(this.#lookup.definition(name));
  }

  fieldsDiffer(name: Name): boolean {
    return this.#withDifferingFields.has(this.#lookup.definition(name));
  }

  #visit({ definition, differs, parent, subtypes, members }: References): void {
    const [differing, withDifferingFields] = [this.#differing, this.#withDifferingFields];
    const inherited = definition.kind === "struct" ? withDifferingFields : differing;
    if (!inherited.has(definition)) {
      if (differs || (parent && inherited.has(parent)) || members.some((member) => differing.has(member))) {
        inherited.add(definition);
      }
    }
    if (definition.kind === "struct" && [definition, ...subtypes].some((struct) => withDifferingFields.has(struct))) {
      differing.add(definition);
    }
  }

  #size(): number {
    return this.#differing.size + this.#withDifferingFields.size;
  }
}
