import type { Field, Name, Type } from "../../ir/api.js";
import type { Lookup, OwnedField } from "../../ir/walk.js";

/** Determines which members are visible to some callers, and which of them are optional. */
export class MemberRules {
  readonly #lookup: Lookup;
  readonly #callers: readonly string[];

  constructor(lookup: Lookup, callers: readonly string[] = []) {
    this.#lookup = lookup;
    this.#callers = callers;
  }

  /** Returns the fields or tags of a type that are visible to the callers, those of its ancestors first. */
  visible(name: Name): OwnedField[] {
    return this.#lookup
      .allFields(name)
      .filter(({ field: { omittedCaller } }) => omittedCaller === undefined || this.#callers.includes(omittedCaller));
  }

  /** Whether a field is required in messages. */
  isRequired(field: Field): boolean {
    return field.default === undefined
      ? !this.mayBeAbsent(field.type)
      : this.hasHiddenDefault(field) && !this.#isOpenUnion(field.type);
  }

  /** Whether a member of the type may be absent: the type is nullable, Void, or a struct without required fields. */
  mayBeAbsent(type: Type): boolean {
    const struct = this.#lookup.plainStruct(type);
    return (
      this.#lookup.isNullable(type) ||
      this.isVoid(type) ||
      (struct !== undefined && this.#lookup.needsNothing(struct.name))
    );
  }

  isVoid(type: Type): boolean {
    return this.#lookup.withoutAliases(type).kind === "void";
  }

  /** Whether the default is a tag that is hidden from the callers. In a closed union, the field is then required. */
  hasHiddenDefault({ default: value, type }: Field): boolean {
    const union = this.#lookup.bare(type);
    return (
      typeof value === "object" &&
      value !== null &&
      union.kind === "ref" &&
      !this.visible(union).some(({ field }) => field.name === value.tag)
    );
  }

  #isOpenUnion(type: Type): boolean {
    const union = this.#lookup.bare(type);
    return union.kind === "ref" && this.#lookup.isOpen(union);
  }
}
