import type { Field } from "../ir/api.js";
import type { Lookup } from "../ir/walk.js";

/**
 * Returns the variant of a union with a tag. `value` is null if the tag has no value; the fields of a struct become members
 * beside the tag.
 */
export function variant(tag: Field, value: unknown, lookup: Lookup): object {
  if (value === null) {
    return { ".tag": tag.name };
  }
  return lookup.plainStruct(lookup.withoutNull(tag.type)) === undefined
    ? { ".tag": tag.name, [tag.name]: value }
    : { ".tag": tag.name, ...(value as object) };
}
