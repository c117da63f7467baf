import type { Decode, Encode } from "../codecs/check.js";

/** A value of a route attribute: a literal, or a tag of a union. */
export type AttributeValue = string | number | bigint | boolean | { readonly ".tag": string } | undefined;

/** What is known of a route without its types. */
export interface RouteInfo {
  /** The namespace and the name in the specification, such as `files/list_folder/continue`. */
  readonly name: string;
  /** From 1. */
  readonly version: number;
  /** The last part of the URL, such as `files/get_metadata_v2`. */
  readonly path: string;
  /** The attributes that the specification gives, defaults included. */
  readonly attributes: Readonly<Record<string, AttributeValue>>;
  /** Whether the argument is of a type other than Void: only then does a request carry one. */
  readonly hasArg: boolean;
  /** Whether the result is of a type other than Void: only then must a reply carry one. */
  readonly hasResult: boolean;
  /** Whether performing a call twice does no harm, as it only reads: clients retry it. False by default. */
  readonly isIdempotent?: boolean;
}

/**
 * A route as a value: what clients, servers, mocks and documentation are derived from. For each type there is the form
 * in which it is read, and the one in which it may be written (`…Input`).
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
