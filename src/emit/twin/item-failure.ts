import type { Field, Json, Name, Type } from "../../ir/api.js";
import type { Lookup } from "../../ir/walk.js";
import { errorPaths } from "../../values/error-paths.js";
import { unionTags } from "../../facts/members.js";

/** The variant of a batch's items that says that there is nothing for an item of the argument (TWIN-23). */
export interface ItemFailure {
  readonly tag: string;
  /** The errors by their paths; undefined if the variant has the key. */
  readonly errors?: Readonly<Record<string, Json>>;
}

/** The failure of a union that the items of a list have; undefined if none of its variants is one. */
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

/** What the items of a route's batch fail with; undefined if the result has no batch, or its items fail with the key. */
export function itemErrorOf(result: Type, lookup: Lookup): Type | undefined {
  const items = itemsIn(result, lookup, 0);
  const tag = items && failureTag(items, lookup);
  return tag === undefined || errorPaths(tag.type, lookup).length === 0 ? undefined : tag.type;
}

/** The items of the first list in a result, through variants and fields. */
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

/** The tag of a failure: the only one with a text, which is the key, or else with a union, which is the error. */
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
