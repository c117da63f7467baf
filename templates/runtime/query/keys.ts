import type { DataTag } from "@tanstack/query-core";
import type { CallError, RouteError } from "../client/errors.js";
import type { CallableRoute } from "../client/lazy-route.js";
import { EncodeError } from "../codecs/codec-error.js";
import { rejectLazyRoute } from "../routes/route.js";

/** The errors with which a call can fail: the route's own errors, and the errors that any call can have. */
export type QueryError<E> = Exclude<CallError, RouteError> | RouteError<E>;

/** The key of a query: the route's name and version, and the argument as JSON. */
export type RouteKey = readonly [name: string, version: number, arg?: unknown, ...kinds: ("invalid" | "pages")[]];

/** A key that carries the type of the query's data. */
export type TaggedKey<Data, E> = DataTag<RouteKey, Data, QueryError<E>>;

/**
 * Returns the key of a query: `["files/get_metadata", 1, { path: "/a" }]`. Arguments that are equal on the wire have the same
 * key. Without an argument, the key is a prefix of the keys of all queries of the route. Never throws: the key for an argument
 * that does not match its type ends with `"invalid"`, and the query fails.
 */
export function queryKey<Arg, Result, E>(route: CallableRoute<Arg, Result, E>, arg?: Arg): TaggedKey<Result, E> {
  rejectLazyRoute(route);
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

/** The maximum depth of values in keys. Deeper values are replaced by `…`. */
const maxLevels = 32;

/** Converts any value to JSON whose members are sorted. `above` are the objects that contain the value. */
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
  if (above.includes(value) || above.length === maxLevels) {
    return above.includes(value) ? "[Circular]" : "…";
  }
  const inner = [...above, value];
  if (Array.isArray(value)) {
    return value.map((item) => printable(item, inner));
  }
  return sorted(Object.fromEntries(Object.entries(value).map(([name, member]) => [name, printable(member, inner)])));
}

/** Returns a filter for the queries of all routes of a namespace: `queryClient.invalidateQueries(inNamespace("files"))`. */
export function inNamespace(namespace: string): {
  readonly predicate: (query: { readonly queryKey: readonly unknown[] }) => boolean;
} {
  return { predicate: (query) => String(query.queryKey[0]).startsWith(`${namespace}/`) };
}

/** Returns JSON with sorted members, in which strings replace bigints, because keys must not contain bigints. */
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
