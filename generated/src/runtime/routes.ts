// The runtime of the package, written by Ashlar. Do not edit.

import type { Decode, Encode } from "./codecs.js";

/** How routes are mapped to HTTP, where the specification leaves that to the service. */
export interface Binding {
  /** The part of every URL between the host and the path of the route, such as `/2/`. */
  readonly prefix: string;
  /** The fixed URLs of the hosts in the specification, such as `{ api: "https://api.example.com" }`. */
  readonly hosts: Readonly<Record<string, string>>;
  readonly headers: {
    /** Carries the argument of uploads and downloads. */
    readonly arg: string;
    /** Carries the result of downloads. */
    readonly result: string;
    readonly selectUser: string;
    readonly selectAdmin: string;
  };
  /** The fields of a download's result that identify the revision of its content, such as `rev`. */
  readonly revisionFields: readonly string[];
  /** The content type of requests that browsers do not preflight. */
  readonly preflightFreeType: string;
  /** The names of the route attributes that define how a route is called. */
  readonly attributes: {
    /** Its value names a host: `api`, `content`, `notify`. */
    readonly host: string;
    /** Its value is `rpc`, `upload` or `download`. */
    readonly style: string;
    /** Its value is `user`, `team`, `app`, `noauth`, or several of them separated by commas. */
    readonly auth: string;
    /** Its value is the permission that an app needs. */
    readonly permission: string;
    /** Whether a team administrator may be selected; not if it is absent or false. */
    readonly selectAdmin: string;
  };
}

/** A source of numbers from 0, inclusive, to 1, exclusive, like `Math.random`. */
export type Random = () => number;

/**
 * The chain of tags of an error for people, such as `path/not_found/..`: the tags from the outside in, then a varying
 * number of dots, so that programs do not rely on the text. `random` determines their number.
 */
export function errorSummary(error: unknown, random: Random = Math.random): string {
  const dots = ".".repeat(Math.floor(random() * 4));
  return [...collectTags(error), dots].join("/");
}

/** The chain of tags of an error, such as `path/not_found`; empty if it has none. */
export function errorPath(error: unknown): string {
  return collectTags(error).join("/");
}

/**
 * The paths that errors of type `E` can have, such as `"path" | "path/not_found"`, for known tags only. Any string if
 * the type of the error is unknown.
 */
export type ErrorPath<E> = unknown extends E ? string : TagPath<E, []>;

/** `Depth` limits recursive unions. */
type TagPath<E, Depth extends readonly unknown[]> = Depth["length"] extends 5
  ? never
  : E extends string
    ? KnownTag<E>
    : E extends { readonly ".tag": infer Tag extends string }
      ? KnownTag<Tag> | `${KnownTag<Tag>}/${TagPath<Inner<E>, [...Depth, unknown]>}`
      : never;

/** The tag if it is a literal. The tag of an `UnknownVariant` is an enum, to which no literal is assignable. */
type KnownTag<Tag extends string> = Tag extends unknown
  ? string extends Tag
    ? never
    : `${Tag}` extends Tag
      ? `${Tag}`
      : never
  : never;

type Inner<E> = Extract<E[Exclude<keyof E, ".tag">], { readonly ".tag": string }>;

interface Tagged {
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
 * The union in the member with the name of the tag or, for a struct, whose fields are next to the tag, the first union
 * among them.
 */
function innerUnion(value: unknown): Tagged | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return undefined;
  }
  const tag = isTagged(value) ? value[".tag"] : ".tag";
  const named: unknown = Object.hasOwn(value, tag) ? Reflect.get(value, tag) : undefined;
  return isTagged(named) ? named : Object.values(value).find(isTagged);
}

function isTagged(value: unknown): value is Tagged {
  return typeof value === "object" && value !== null && ".tag" in value && typeof value[".tag"] === "string";
}

/** The text of an attribute, or its tag if it is a union; undefined if the route has no such attribute. */
export function attributeText(route: RouteInfo, name: string): string | undefined {
  const value = Object.hasOwn(route.attributes, name) ? route.attributes[name] : undefined;
  return typeof value === "object" ? value[".tag"] : value === undefined ? undefined : String(value);
}

/**
 * The kinds of authentication that a route accepts, such as `["app", "user"]`; empty if the specification does not
 * define them.
 */
export function authenticationKinds(binding: Binding, route: RouteInfo): readonly string[] {
  const text = attributeText(route, binding.attributes.auth);
  return text === undefined ? [] : text.split(",").map((kind) => kind.trim());
}

/** Throws a TypeError for a route of another style. */
export function checkStyle(binding: Binding, route: RouteInfo, style: string, caller: string): void {
  const actual = attributeText(route, binding.attributes.style) ?? "rpc";
  if (actual !== style) {
    throw new TypeError(`${route.path} has the style ${actual}. ${caller}() calls routes of the style ${style}`);
  }
}

/** A value of a route attribute: a literal, or a tag of a union. */
export type AttributeValue = string | number | bigint | boolean | { readonly ".tag": string } | undefined;

/** The parts of a route that do not depend on its types. */
export interface RouteInfo {
  /** Namespace and name in the specification, such as `files/list_folder/continue`. */
  readonly name: string;
  /** From 1. */
  readonly version: number;
  /** The last part of the URL, such as `files/get_metadata_v2`. */
  readonly path: string;
  /** The attributes from the specification, including defaults. */
  readonly attributes: Readonly<Record<string, AttributeValue>>;
  /** Whether the route has an argument: its type is not Void. */
  readonly hasArg: boolean;
  /** Whether the route has a result: its type is not Void. */
  readonly hasResult: boolean;
  /** Whether clients may retry a call after any transient failure. False by default. */
  readonly isIdempotent?: boolean;
}

/**
 * A route as a value, from which clients, servers, mocks and documentation can be derived. Each type has a readable
 * form and a writable one (`…Input`).
 */
export interface Route<
  ArgInput,
  Result,
  Error,
  Arg = ArgInput,
  ResultInput = Result,
  ErrorInput = Error,
> extends RouteInfo {
  readonly encodeArg: Encode<ArgInput>;
  readonly decodeArg: Decode<Arg>;
  readonly encodeResult: Encode<ResultInput>;
  readonly decodeResult: Decode<Result>;
  readonly encodeError: Encode<ErrorInput>;
  readonly decodeError: Decode<Error>;
}
