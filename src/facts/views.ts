import type { Api, Field, Name, Struct, Type, Union } from "../ir/api.js";
import type { AliasEntry, Lookup } from "../ir/walk.js";

/**
 * Determines which types have a different writable form: fields with a default may be omitted, and a tag without a
 * value may be a bare string.
 */
export class Views {
  readonly #lookup: Lookup;
  readonly #differing = new Set<Struct | Union | AliasEntry>();
  /** Structs whose own fields differ, regardless of their subtypes. */
  readonly #differingFields = new Set<Struct | Union | AliasEntry>();

  constructor(api: Api, lookup: Lookup) {
    this.#lookup = lookup;
    // Differences propagate: repeat until nothing is added.
    let before = -1;
    while (before !== this.#size()) {
      before = this.#size();
      for (const namespace of api.namespaces) {
        for (const type of namespace.types) {
          this.#visit(type);
        }
        for (const { name, type } of namespace.aliases) {
          if (this.differs(type)) {
            this.#differing.add(lookup.definition({ namespace: namespace.name, name }));
          }
        }
      }
    }
  }

  /** Whether the type, or a type inside it, has a different writable form. */
  differs(type: Type): boolean {
    switch (type.kind) {
      case "ref":
        return this.typeDiffers(type);
      case "list":
      case "nullable":
        return this.differs(type.of);
      case "map":
        return this.differs(type.value);
      default:
        return false;
    }
  }

  typeDiffers(name: Name): boolean {
    return this.#differing.has(this.#lookup.definition(name));
  }

  /** The same for the fields of a struct alone, which may enumerate subtypes. */
  fieldsDiffer(name: Name): boolean {
    return this.#differingFields.has(this.#lookup.definition(name));
  }

  #visit(type: Struct | Union): void {
    if (this.#differing.has(type) && (type.kind === "union" || this.#differingFields.has(type))) {
      return; // nothing more can change
    }
    if (type.kind === "union") {
      const parentDiffers = type.parent !== undefined && this.typeDiffers(type.parent);
      if (parentDiffers || type.fields.some((tag) => this.#tagDiffers(tag))) {
        this.#differing.add(type);
      }
      return;
    }
    const parentDiffers = type.parent !== undefined && this.fieldsDiffer(type.parent);
    if (parentDiffers || type.fields.some((field) => field.default !== undefined || this.differs(field.type))) {
      this.#differingFields.add(type);
    }
    if (this.#differingFields.has(type) || type.subtypes?.tags.some((tag) => this.fieldsDiffer(tag.type)) === true) {
      this.#differing.add(type);
    }
  }

  #tagDiffers(tag: Field): boolean {
    return this.#lookup.withoutAliases(tag.type).kind === "void" || this.differs(tag.type);
  }

  #size(): number {
    return this.#differing.size + this.#differingFields.size;
  }
}
