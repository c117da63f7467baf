import type { Field } from "../../ir/api.js";
import { isNumberType } from "../../ir/kinds.js";
import { qualified, toSnakeCase } from "../../ir/names.js";
import type { Place } from "./places.js";

/**
 * Returns the keys of a string or an integer, the most specific first: the names of its aliases, then the name of its field.
 * Values with a key in common are probably interchangeable. Values of other types have no keys.
 */
export function valueKeys({ type, aliases, field, owner }: Place): readonly string[] {
  const kind = type.kind === "string" ? "text" : isNumberType(type) && !type.kind.startsWith("float") ? "integer" : "";
  if (kind === "") {
    return [];
  }
  const named = aliases.map((alias) => `alias ${qualified(alias)}`);
  if (field === undefined) {
    return named;
  }
  const name = toSnakeCase(field.name);
  const names = [name, ...(owner === undefined ? [] : [`${toSnakeCase(owner.name)}_${name}`]), ...singular(name)];
  return [...named, ...names.map((each) => `${kind} ${each}`)];
}

/** Returns the keys to look for when a place needs a value: its own keys, and those of parts of its field's name, such as `path` for `from_path`. */
export function wantedKeys(place: Place): readonly string[] {
  const keys = valueKeys(place);
  const [, kind = "", name = ""] =
    /^(text|integer) (\w+)$/.exec(keys.find((key) => !key.startsWith("alias")) ?? "") ?? [];
  const words = name.split("_");
  const ends = words.slice(1).map((_, index) => words.slice(index + 1).join("_"));
  const more = ends.flatMap((end) => [end, ...singular(end)]);
  return kind === "text" ? [...keys, ...more.map((each) => `${kind} ${each}`)] : keys;
}

/** Whether a string seems to name something that must exist, judging by its alias or the last word of its field's name. */
export function seemsIdentity({ type, field, aliases }: Place): boolean {
  const names = [field?.name ?? "", ...aliases.map(({ name }) => name)].map(toSnakeCase);
  return type.kind === "string" && names.some((name) => identityWords.test(name));
}

const identityWords =
  /(?:^|_)(?:ids?|paths?|keys?|cursors?|names?|emails?|revs?|revisions?|tokens?|urls?|links?|handles?|refs?|hash|hashes|uuids?|numbers?|codes?|address|addresses|sessions?|users?|members?|folders?|files?|groups?)$/;

function singular(name: string): string[] {
  return /[^s]s$/.test(name) ? [name.slice(0, -1)] : [];
}

/** Whether the name of a field suggests a time for which the server waits. */
export function isDuration(field: Field | undefined): boolean {
  return /timeout|wait/i.test(field?.name ?? "");
}

/** Whether the name of a field suggests a page size. */
export function isPageSize(field: Field | undefined): boolean {
  return /(?:^|_)(?:limit|size|count|max|per_page)(?:_|$)/i.test(field?.name ?? "");
}
