import type { Binding } from "./binding.js";
import { own } from "../codecs/composites.js";
import { decoder, encoder, redacter, type Check, type Decode, type Encode, type Redact } from "../codecs/check.js";
import { nothing } from "../codecs/scalars.js";

/** Throws a `TypeError` for a lazy route, which only a program without TypeScript can pass where a complete one is needed. */
export function rejectLazyRoute({ path, name }: Partial<RouteInfo>): void {
  if (name === undefined) {
    throw new TypeError(
      `${path} is a lazy route. Import the complete one, from the subpath of its namespace with /codecs`,
    );
  }
}

/** Returns the value of an attribute as a string, or the tag if it is a union; undefined if the route has no such attribute. */
export function attributeText(route: RouteInfo, name: string): string | undefined {
  const value = own(route.attributes, name) as AttributeValue;
  return typeof value === "object" ? value[".tag"] : value === undefined ? undefined : String(value);
}

/**
 * Returns the kinds of authentication that a route accepts, such as `["app", "user"]`; empty if the specification does not
 * define them.
 */
export function authenticationKinds(binding: Binding, route: RouteInfo): readonly string[] {
  const text = attributeText(route, binding.attributes.auth);
  return text === undefined ? [] : text.split(",").map((kind) => kind.trim());
}

/** Throws a TypeError if the style of a route is not `style`. */
export function checkStyle(binding: Binding, route: RouteInfo, style: string, caller: string): void {
  const actual = attributeText(route, binding.attributes.style) ?? "rpc";
  if (actual !== style) {
    throw new TypeError(`${route.path} has the style ${actual}. ${caller}() calls routes of the style ${style}`);
  }
}

/** A value of a route attribute: a literal, or a tag of a union. */
export type AttributeValue = string | number | bigint | boolean | { readonly ".tag": string } | undefined;

/** The properties whose TypeScript types are the same for all routes. */
export interface RouteInfo {
  /** Namespace and name in the specification, such as `files/list_folder/continue`. */
  readonly name: string;
  /** The version, starting at 1. */
  readonly version: number;
  /** The URL's path without its prefix, such as `files/get_metadata_v2`. */
  readonly path: string;
  /** The attributes from the specification, including defaults. */
  readonly attributes: Readonly<Record<string, AttributeValue>>;
  /** Whether the route has an argument: its type is not Void. */
  readonly hasArg: boolean;
  /** Whether the route has a result: its type is not Void. */
  readonly hasResult: boolean;
  /** Whether clients may retry a call after any transient failure. False by default. */
  readonly isIdempotent?: boolean;
  /** Whether the service keeps a call waiting until something happens. False by default. */
  readonly isLongPoll?: boolean;
  /** The header that contains the idempotency key: a service performs calls that have the same key only once. None by default. */
  readonly idempotencyHeader?: string;
}

/**
 * A route as a value, from which clients, servers, mocks and documentation can be derived. A type can have a
 * writable form (`…Input`) that differs from its readable one.
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
  readonly redactArg: Redact<ArgInput>;
  readonly redactResult: Redact<ResultInput>;
  readonly redactError: Redact<ErrorInput>;
}

/** What generated code states about a route. */
interface RouteDefinition<Arg, Result, Error> extends Pick<
  RouteInfo,
  "name" | "attributes" | "isIdempotent" | "isLongPoll" | "idempotencyHeader"
> {
  /** The version; 1 by default. */
  readonly version?: number;
  /** The URL's path without its prefix; the name by default. */
  readonly path?: string;
  /** The check of the argument's type; absent for Void. */
  readonly arg?: Check<Arg>;
  readonly result?: Check<Result>;
  readonly error?: Check<Error>;
}

/** Creates a route from its definition. */
export function defineRoute<ArgInput, Result, Error, Arg, ResultInput, ErrorInput>({
  name,
  version = 1,
  path = name,
  arg,
  result,
  error,
  ...info
}: RouteDefinition<Arg, Result, Error>): Route<ArgInput, Result, Error, Arg, ResultInput, ErrorInput> {
  const checkArg = arg ?? (nothing as Check<never>);
  const checkResult = result ?? (nothing as Check<never>);
  const checkError = error ?? (nothing as Check<never>);
  return {
    name,
    version,
    path,
    ...info,
    hasArg: arg !== undefined,
    hasResult: result !== undefined,
    encodeArg: encoder(checkArg),
    decodeArg: decoder(checkArg),
    encodeResult: encoder(checkResult),
    decodeResult: decoder(checkResult),
    encodeError: encoder(checkError),
    decodeError: decoder(checkError),
    redactArg: redacter(checkArg),
    redactResult: redacter(checkResult),
    redactError: redacter(checkError),
  };
}
