import type { Field, Json, Name, Type } from "../../ir/api.js";
import type { Lookup } from "../../ir/walk.js";
import { errorPaths } from "../../values/error-paths.js";
import { unionTags } from "../../facts/members.js";

/** The variant of a batch's items for an item of the argument that does not exist (TWIN-23). */
export interface ItemFailure {
  readonly tag: string;
  /** The errors by their paths; undefined if the value of the variant is the key. */
  readonly errors?: Readonly<Record<string, Json>>;
}

/** The failure variant of a union whose values are items of a list; undefined if it has none. */
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

/** The error type of items in a route's batch; undefined if the result has no batch, or if failed items contain the key. */
export function itemErrorOf(result: Type, lookup: Lookup): Type | undefined {
  const items = itemsIn(result, lookup, 0);
  const tag = items && failureTag(items, lookup);
  return tag === undefined || errorPaths(tag.type, lookup).length === 0 ? undefined : tag.type;
}

/** The type of the items of the first list in a result, also inside variants and fields. */
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

/** The tag of the failure variant: the only tag with a string, which is the key, or else the only one with a union, the error. */
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
