import { isObject, own } from "../codecs/composites.js";

/** A source of numbers from 0, inclusive, to 1, exclusive, like `Math.random`. */
export type Random = () => number;

/**
 * Returns the `error_summary` of an error, such as `path/not_found/..`: the tags from the outside in, then a varying
 * number of dots, so that programs do not parse it. `random` determines that number.
 */
export function errorSummary(error: unknown, random: Random = Math.random): string {
  return pathSummary(errorPath(error), random);
}

/** Returns the `error_summary` for a path that {@link errorPath} returned. */
export function pathSummary(path: string, random: Random = Math.random): string {
  const dots = ".".repeat(Math.floor(random() * 4));
  return path === "" ? dots : `${path}/${dots}`;
}

/** Returns the path of an error: its tags from the outside in, such as `path/not_found`; empty if it has none. */
export function errorPath(error: unknown): string {
  return collectTags(error).join("/");
}

/**
 * The paths of known tags that errors of type `E` can have, such as `"path" | "path/not_found"`. Any string if
 * the type of the error is unknown.
 */
export type ErrorPath<E> = unknown extends E ? string : TagPath<E, []>;

/** The tags of any errors. */
export interface AnyErrorTags {
  readonly path: string;
}

/** The tags of errors of type `E`. As an interface, it makes the compiler list them only where a program uses them. */
export interface ErrorTags<E> extends AnyErrorTags {
  readonly path: ErrorPath<E>;
}

/** The paths of an error. `Depth` counts the levels, to limit recursive unions. */
type TagPath<E, Depth extends readonly unknown[]> = Depth["length"] extends 5
  ? never
  : E extends string
    ? KnownTag<E>
    : E extends { readonly ".tag": infer Tag extends string }
      ? KnownTag<Tag> | `${KnownTag<Tag>}/${TagPath<Inner<E>, [...Depth, unknown]>}`
      : never;

/** The tag, if it is a literal. The tag of an `UnknownVariant` is an enum, to which no literal is assignable. */
type KnownTag<Tag extends string> = Tag extends unknown
  ? string extends Tag
    ? never
    : `${Tag}` extends Tag
      ? `${Tag}`
      : never
  : never;

type Inner<E> = Extract<E[Exclude<keyof E, ".tag">], { readonly ".tag": string }>;

interface TaggedValue {
  readonly ".tag": string;
}

function collectTags(error: unknown): string[] {
  // Only the outermost value can be a bare tag: a nested string may be the value of a String field.
  if (typeof error === "string") {
    return [error];
  }
  const tags: string[] = [];
  for (let at = isTagged(error) ? error : innerUnion(error); at !== undefined; at = innerUnion(at)) {
    tags.push(at[".tag"]);
  }
  return tags;
}

/**
 * Returns the union inside a value: the member named like the tag or, for a struct whose fields are next to the tag, the first
 * field that is a union.
 */
function innerUnion(value: unknown): TaggedValue | undefined {
  if (!isObject(value)) {
    return undefined;
  }
  const named = isTagged(value) && own(value, value[".tag"]);
  return isTagged(named) ? named : Object.values(value).find(isTagged);
}

function isTagged(value: unknown): value is TaggedValue {
  return isObject(value) && typeof value[".tag"] === "string";
}
