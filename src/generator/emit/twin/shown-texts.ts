import type { Route } from "../../../ir/api.js";
import type { Lookup } from "../../../ir/walk.js";
import { chosenValue } from "../../../values/chosen-value.js";

/** Returns the strings that a field of a route's argument has in the examples and in the chosen argument. */
export function shownTexts(route: Route, field: string, lookup: Lookup): readonly string[] {
  const struct = lookup.plainStruct(route.arg);
  const examples = struct === undefined ? [] : lookup.examples(struct.name);
  const values = [chosenValue(route.arg, lookup), ...examples.map(({ value }) => value)];
  const texts = values.map((value) => (value as { readonly [name: string]: unknown } | null | undefined)?.[field]);
  return [...new Set(texts.filter((text) => typeof text === "string"))];
}
