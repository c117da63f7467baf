import type { Field, Json, Name, Type } from "../../../ir/api.js";
import type { Lookup } from "../../../ir/walk.js";
import { errorPaths } from "../../../values/error-paths.js";
import { unionTags } from "../../facts/members.js";

/** The variant that a batch returns for an item of the argument that does not exist (TWIN-23). */
export interface ItemFailure {
  readonly tag: string;
  /** The errors by their paths; undefined if the value of the variant is the key. */
  readonly errors?: Readonly<Record<string, Json>>;
}

/** Returns the failure variant of a union whose values are items of a list; undefined if there is none. */
export function findItemFailure(union: Name, lookup: Lookup): ItemFailure | undefined {
  const tag = failureTag({ kind: "ref", ...union }, lookup);
  if (tag === undefined) {
    return undefined;
  }
  const errors = errorPaths(tag.type, lookup);
  return errors.length === 0
    ? { tag: tag.name }
    : { tag: tag.name, errors: Object.fromEntries(errors.map(({ path, value }) => [path, value])) };
}

/** Returns the error type of failed items in a batch; undefined if the result is no batch, or if failed items contain only the key. */
export function itemErrorOf(result: Type, lookup: Lookup): Type | undefined {
  const items = itemsIn(result, lookup, 0);
  const tag = items && failureTag(items, lookup);
  return tag === undefined || errorPaths(tag.type, lookup).length === 0 ? undefined : tag.type;
}

/** Returns the type of the items of the first list in a result, including lists in variants and fields. */
function itemsIn(type: Type, lookup: Lookup, depth: number): Type | undefined {
  const bare = lookup.withoutAliases(lookup.withoutNull(type));
  if (bare.kind === "list") {
    return bare.of;
  }
  const definition = bare.kind === "ref" && depth < 3 ? lookup.definition(bare) : undefined;
  if (bare.kind !== "ref" || definition === undefined || definition.kind === "alias") {
    return undefined;
  }
  for (const { field } of lookup.allFields(bare)) {
    const items = itemsIn(field.type, lookup, depth + 1);
    if (items !== undefined) {
      return items;
    }
  }
  return undefined;
}

/** Returns the tag of the failure variant: the only tag with a string, which is the key, or else the only tag with a union, which is the error. */
function failureTag(type: Type, lookup: Lookup): Field | undefined {
  const tags = unionTags(lookup.withoutNull(type), lookup).filter(({ catchAll }) => !catchAll);
  const [text, ...otherTexts] = tags.filter((tag) => lookup.withoutAliases(tag.type).kind === "string");
  const [error, ...otherErrors] = tags.filter((tag) => unionTags(tag.type, lookup).length > 0);
  return text !== undefined && otherTexts.length === 0
    ? text
    : text === undefined && otherErrors.length === 0
      ? error
      : undefined;
}
