import type { Field } from "../ir/api.js";
import type { Lookup } from "../ir/walk.js";

/** The variant of a union with a tag. `value` is null if the tag has none; fields of a struct are members beside the tag. */
export function variant(tag: Field, value: unknown, lookup: Lookup): object {
  if (value === null) {
    return { ".tag": tag.name };
  }
  return lookup.plainStruct(lookup.withoutNull(tag.type)) === undefined
    ? { ".tag": tag.name, [tag.name]: value }
    : { ".tag": tag.name, ...(value as object) };
}
