import type { Field, Namespace, Route } from "../../ir/api.js";
import { isEqual } from "../../ir/equal.js";
import type { Lookup } from "../../ir/walk.js";
import { continuationRoute, findPaging } from "./paging.js";
import { routeStyle, type Context } from "./context.js";
import { isRequired, structFields } from "./members.js";

/** How to detect changes of a list after it has been read. */
export interface Changes {
  /** The route that waits for a change. */
  readonly poll: Route;
  /** The default waiting time, in seconds; undefined if the specification has none. */
  readonly pollSeconds: number | undefined;
  /** The route that returns only the latest cursor, without the list; undefined if there is none. */
  readonly latest: Route | undefined;
}

/**
 * Detects by types whether clients can wait for changes of a list: the list has a route for later pages, and another route
 * accepts a cursor and returns a struct that contains a Boolean `changes`. Returns undefined if clients cannot wait.
 */
export function findChanges(route: Route, namespace: Namespace, context: Context): Changes | undefined {
  const paging = findPaging(route, namespace, context);
  const { lookup } = context;
  const page = new Map(structFields(route.result, lookup).map((field) => [field.name, field]));
  const cursor = page.get("cursor");
  // The last page must also have a cursor, because waiting for changes requires it.
  const hasEnd = page.has("has_more") && cursor !== undefined && isRequired(cursor, lookup);
  if (paging?.list === undefined || paging.next === route || !hasEnd) {
    return undefined;
  }
  const rpcs = namespace.routes.filter((other) => routeStyle(other, context) === "rpc");
  const poll = continuationRoute(
    route,
    rpcs.filter((other) => isLongPoll(other, lookup)),
  );
  const latest = continuationRoute(
    route,
    rpcs.filter((other) => isEqual(other.arg, route.arg) && returnsCursor(other, lookup)),
  );
  const timeout = poll && structFields(poll.arg, lookup).find(({ name }) => name === "timeout");
  return poll && { poll, pollSeconds: defaultNumber(timeout), latest };
}

/** Returns the list route whose latest cursor, without the list, a route returns; undefined if there is none. */
export function listOfLatest(route: Route, namespace: Namespace, context: Context): Route | undefined {
  return returnsCursor(route, context.lookup)
    ? namespace.routes.find((list) => findChanges(list, namespace, context)?.latest === route)
    : undefined;
}

/** Returns whether a route waits for changes after a cursor. */
export function isLongPoll({ arg, result }: Route, lookup: Lookup): boolean {
  const given = structFields(arg, lookup);
  const answered = new Map(structFields(result, lookup).map((field) => [field.name, field]));
  const changes = answered.get("changes");
  const backoff = answered.get("backoff");
  return (
    given.some((field) => isCursor(field, lookup)) &&
    given.every((field) => field.name === "cursor" || !isRequired(field, lookup)) &&
    changes !== undefined &&
    isRequired(changes, lookup) &&
    lookup.bare(changes.type).kind === "boolean" &&
    (backoff === undefined || /^u?int/.test(lookup.bare(backoff.type).kind))
  );
}

function returnsCursor({ result }: Route, lookup: Lookup): boolean {
  const [cursor, ...others] = structFields(result, lookup);
  return cursor !== undefined && isCursor(cursor, lookup) && isRequired(cursor, lookup) && others.length === 0;
}

function isCursor({ name, type }: Field, lookup: Lookup): boolean {
  return name === "cursor" && lookup.bare(type).kind === "string";
}

function defaultNumber(field: Field | undefined): number | undefined {
  const value = field?.default;
  return typeof value === "number" || typeof value === "bigint" ? Number(value) : undefined;
}
