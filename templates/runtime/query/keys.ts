import type { DataTag } from "@tanstack/query-core";
import type { CallError, RouteError } from "../client/errors.js";
import type { CallableRoute } from "../client/rpc.js";
import { EncodeError } from "../codecs/codec-error.js";

/** The errors of a call of a route: the route's own errors, and the errors that all calls can have. */
export type QueryError<E> = Exclude<CallError, RouteError> | RouteError<E>;

/** The key of a route's queries: its name, its version and the argument as JSON. */
export type RouteKey = readonly [name: string, version: number, arg?: unknown, ...kinds: ("invalid" | "pages")[]];

/** A key with the type of its data. */
export type TaggedKey<Data, E> = DataTag<RouteKey, Data, QueryError<E>>;

/**
 * The key of a query: `["files/get_metadata", 1, { path: "/a" }]`. Arguments that are the same on the wire have the same key.
 * Without an argument it is a prefix of the keys of all queries of the route. It never throws: an argument that does not
 * match its type has a key that ends with `"invalid"`, and its query fails.
 */
export function queryKey<Arg, Result, E>(route: CallableRoute<Arg, Result, E>, arg?: Arg): TaggedKey<Result, E> {
  const { name, version, hasArg } = route;
  const key: RouteKey = hasArg && arg !== undefined ? [name, version, ...argumentKey(route, arg)] : [name, version];
  return key as TaggedKey<Result, E>;
}

function argumentKey<Arg>(
  route: CallableRoute<Arg, unknown, unknown>,
  arg: Arg,
): [arg: unknown, ...kinds: "invalid"[]] {
  try {
    return [sorted(route.encodeArg(arg))];
  } catch (thrown) {
    if (thrown instanceof EncodeError) {
      return [printable(arg), "invalid"];
    }
    throw thrown;
  }
}

/** The depth from which values in keys are cut. */
const mostLevels = 32;

/** JSON, with its members in order, for a value that may not be JSON. `above` are the objects that contain it. */
function printable(value: unknown, above: readonly unknown[] = []): unknown {
  if (typeof value === "boolean" || Number.isFinite(value) || value === null) {
    return value;
  }
  if (value instanceof Date) {
    return value.toString();
  }
  if (typeof value === "string" || typeof value === "bigint" || typeof value === "number") {
    return String(value);
  }
  if (typeof value !== "object") {
    return typeof value; // the type, such as "function"
  }
  if (above.includes(value) || above.length === mostLevels) {
    return above.includes(value) ? "[Circular]" : "…";
  }
  const inner = [...above, value];
  if (Array.isArray(value)) {
    return value.map((item) => printable(item, inner));
  }
  return sorted(Object.fromEntries(Object.entries(value).map(([name, member]) => [name, printable(member, inner)])));
}

/** A filter for the queries of all routes of a namespace: `queryClient.invalidateQueries(inNamespace("files"))`. */
export function inNamespace(namespace: string): {
  readonly predicate: (query: { readonly queryKey: readonly unknown[] }) => boolean;
} {
  return { predicate: (query) => String(query.queryKey[0]).startsWith(`${namespace}/`) };
}

/** JSON with its members in order, and text in place of bigints, which are not allowed in keys. */
function sorted(json: unknown): unknown {
  if (Array.isArray(json)) {
    return json.map(sorted);
  }
  if (typeof json === "object" && json !== null) {
    const entries = Object.entries(json).filter(([, value]) => value !== undefined);
    return Object.fromEntries(
      entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, value]) => [name, sorted(value)]),
    );
  }
  return typeof json === "bigint" ? String(json) : json;
}
