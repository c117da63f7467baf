import type { Binding } from "../../templates/runtime/routes/binding.js";
import { decode, encode, fail, redact, type Check } from "../../templates/runtime/codecs/check.js";
import type { Route } from "../../templates/runtime/routes/route.js";
import type { UnknownVariant } from "../../templates/runtime/codecs/variant.js";

/** The routes of a small service as they would be generated, for the tests of what calls and serves them. */

export const binding: Binding = {
  prefix: "/2/",
  hosts: {},
  headers: {
    arg: "Service-API-Arg",
    result: "Service-API-Result",
    selectUser: "Service-API-Select-User",
    selectAdmin: "Service-API-Select-Admin",
  },
  revisionFields: ["rev", "revision", "content_hash"],
  preflightFreeType: "text/plain; charset=service-cors-hack",
  attributes: { host: "host", style: "style", auth: "auth", permission: "permission", selectAdmin: "select_admin" },
};

export interface CopyArg {
  readonly from_path: string;
  readonly size?: number | bigint | undefined;
  /** A struct that contains itself. */
  readonly next?: CopyArg | undefined;
}

export interface Metadata {
  readonly name: string;
  readonly size: number | bigint;
}

type LookupError =
  | { readonly ".tag": "not_found" }
  | { readonly ".tag": "malformed_path"; readonly malformed_path?: string | undefined };

export type CopyError =
  | { readonly ".tag": "from_lookup"; readonly from_lookup: LookupError }
  | { readonly ".tag": "to"; readonly reason: { readonly ".tag": "conflict" }; readonly depth: number }
  | { readonly ".tag": "other" }
  | UnknownVariant;

/** A user's route with an argument, a result and an open union of errors. */
export const copy: Route<CopyArg, Metadata, CopyError> = {
  name: "files/copy",
  version: 2,
  path: "files/copy_v2",
  attributes: { auth: "user", host: "api", style: "rpc" },
  hasArg: true,
  hasResult: true,
  encodeArg: (value, options) => encode(copyArg, value, options),
  decodeArg: (json, options) => decode(copyArg, json, options),
  encodeResult: (value, options) => encode(metadata, value, options),
  decodeResult: (json, options) => decode(metadata, json, options),
  encodeError: (value, options) => encode(copyError, value, options),
  decodeError: (json, options) => decode(copyError, json, options),
  redactArg: (value, options) => redact(copyArg, value, options),
  redactResult: (value, options) => redact(metadata, value, options),
  redactError: (value, options) => redact(copyError, value, options),
};

/** A route without argument, result and errors. */
export const revoke: Route<undefined, null, null, null, null | undefined> = {
  name: "auth/token/revoke",
  version: 1,
  path: "auth/token/revoke",
  attributes: { auth: "user, team", host: "api", style: "rpc" },
  hasArg: false,
  hasResult: false,
  encodeArg: (value, options) => encode(nothing, value, options),
  decodeArg: (json, options) => decode(nothing, json, options),
  encodeResult: (value, options) => encode(nothing, value, options),
  decodeResult: (json, options) => decode(nothing, json, options),
  encodeError: (value, options) => encode(nothing, value, options),
  decodeError: (json, options) => decode(nothing, json, options),
  redactArg: (value, options) => redact(nothing, value, options),
  redactResult: (value, options) => redact(nothing, value, options),
  redactError: (value, options) => redact(nothing, value, options),
};

/** A route whose argument has no required fields, so that it may be absent. */
export const list: Route<{ readonly limit?: number | undefined }, readonly string[], null> = {
  ...revoke,
  name: "files/list",
  path: "files/list",
  hasArg: true,
  hasResult: true,
  encodeArg: (value, options) => encode(listArg, value, options),
  decodeArg: (json, options) => decode(listArg, json, options),
  encodeResult: (value, options) => encode(strings, value, options),
  decodeResult: (json, options) => decode(strings, json, options),
  redactArg: (value, options) => redact(listArg, value, options),
  redactResult: (value, options) => redact(strings, value, options),
};

/** The same route with other attributes. */
export function withAttributes<R extends { readonly attributes: Readonly<Record<string, unknown>> }>(
  route: R,
  attributes: R["attributes"],
): R {
  return { ...route, attributes: { ...route.attributes, ...attributes } };
}

const string: Check<string> = (value) =>
  typeof value === "string" ? value : fail("wrong-type", "a string", typeof value);

const size: Check<number | bigint> = (value) =>
  typeof value === "bigint" || (typeof value === "number" && Number.isSafeInteger(value))
    ? value
    : fail("wrong-type", "an integer", String(value));

const nothing: Check<null> = (value, mode) =>
  value === null || value === undefined || !mode.strict ? null : fail("wrong-type", "null", "something");

const copyArg: Check<CopyArg> = (value, mode) => {
  const from = fields(value);
  if (mode.strict) {
    refuseOthers(from, ["from_path", "size", "next"]);
  }
  return {
    from_path: string(from["from_path"], mode),
    ...(from["size"] === undefined ? {} : { size: size(from["size"], mode) }),
    ...(from["next"] === undefined ? {} : { next: copyArg(from["next"], mode) }),
  };
};

const metadata: Check<Metadata> = (value, mode) => {
  const from = fields(value);
  return { name: string(from["name"], mode), size: size(from["size"], mode) };
};

const copyError: Check<CopyError> = (value, mode) => {
  const from = fields(value);
  string(from[".tag"], mode);
  return structuredClone(from) as CopyError;
};

const listArg: Check<{ limit?: number }> = (value, mode) => {
  const from = fields(value ?? {});
  return from["limit"] === undefined ? {} : { limit: Number(size(from["limit"], mode)) };
};

const strings: Check<string[]> = (value, mode) =>
  Array.isArray(value) ? value.map((item) => string(item, mode)) : fail("wrong-type", "a list", typeof value);

function fields(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : fail("wrong-type", "an object", String(value));
}

function refuseOthers(from: Record<string, unknown>, known: readonly string[]): void {
  for (const name of Object.keys(from)) {
    if (!known.includes(name) && from[name] !== undefined) {
      fail("unknown-field", "no such field", "one");
    }
  }
}
