import type { Field, Namespace, Route, Type } from "../../ir/api.js";
import { isEqual } from "../../ir/equal.js";
import { isPrimitive } from "../../ir/kinds.js";
import type { Lookup } from "../../ir/walk.js";
import { routeStyle, type Context } from "./context.js";
import { isRequired, structFields } from "./members.js";

/** How a paged list continues after its first page. */
export interface Paging {
  /** The route that returns the next page; may be the same route. */
  readonly next: Route;
  /** The fields of the first argument that the arguments for later pages repeat. */
  readonly carried: readonly string[];
  /** The only list in each page; undefined if there are none or several. */
  readonly list: { readonly name: string; readonly of: Type } | undefined;
}

/**
 * Detects by types whether a route returns pages: its result contains a cursor, and either the route itself accepts a
 * cursor, or another route does, has the same result, and has a name that extends the name of the route. Returns undefined
 * otherwise.
 */
export function findPaging(route: Route, namespace: Namespace, context: Context): Paging | undefined {
  if (!returnsPages(route, context)) {
    return undefined;
  }
  const page = structFields(route.result, context.lookup);
  const list = onlyList(page, context.lookup);
  if (takesCursor(route, context)) {
    const carried = structFields(route.arg, context.lookup).map(({ name }) => name);
    return { next: route, carried: carried.filter((name) => name !== "cursor"), list };
  }
  const candidates = namespace.routes.filter((other) => {
    return takesCursor(other, context) && haveSameResult(route, other, context) && carriedFields(route, other, context);
  });
  const next = continuationRoute(route, candidates);
  return next && { next, carried: carriedFields(route, next, context) ?? [], list };
}

function returnsPages(route: Route, context: Context): boolean {
  const { lookup } = context;
  const fields = structFields(route.result, lookup);
  return routeStyle(route, context) === "rpc" && hasCursor(fields, lookup) && tellsLast(fields, lookup);
}

/** Whether a page indicates that it is the last one: by `has_more`, or else by omitting its cursor. */
function tellsLast(page: readonly Field[], lookup: Lookup): boolean {
  const more = page.find(({ name }) => name === "has_more");
  return more === undefined
    ? page.some((field) => field.name === "cursor" && !isRequired(field, lookup))
    : lookup.bare(more.type).kind === "boolean";
}

function takesCursor(route: Route, context: Context): boolean {
  return routeStyle(route, context) === "rpc" && hasCursor(structFields(route.arg, context.lookup), context.lookup);
}

function hasCursor(fields: readonly Field[], lookup: Lookup): boolean {
  const cursor = fields.find(({ name }) => name === "cursor");
  return cursor !== undefined && lookup.bare(cursor.type).kind === "string";
}

function haveSameResult(a: Route, b: Route, { lookup }: Context): boolean {
  const one = lookup.plainStruct(a.result)?.struct;
  return one !== undefined && one === lookup.plainStruct(b.result)?.struct;
}

/**
 * Returns the fields that the argument of a continuation repeats; undefined if it requires a field that the first argument
 * may not contain.
 */
function carriedFields(first: Route, next: Route, context: Context): string[] | undefined {
  const { lookup } = context;
  const given = new Map(structFields(first.arg, lookup).map((field) => [field.name, field]));
  const carried: string[] = [];
  for (const field of structFields(next.arg, lookup).filter(({ name }) => name !== "cursor")) {
    const source = given.get(field.name);
    const fits =
      source !== undefined &&
      isEqual(withoutAliasesAtAnyDepth(source.type, lookup), withoutAliasesAtAnyDepth(field.type, lookup));
    if (isRequired(field, lookup) && !(fits && isRequired(source, lookup))) {
      return undefined;
    }
    if (fits) {
      carried.push(field.name);
    }
  }
  return carried;
}

/**
 * Returns the type without aliases at any depth. Limits are retained, because a value that is accepted for the first page
 * must also be accepted for the second.
 */
function withoutAliasesAtAnyDepth(type: Type, lookup: Lookup): Type {
  const bare = lookup.withoutAliases(type);
  if (isPrimitive(bare)) {
    return bare;
  }
  switch (bare.kind) {
    case "list":
    case "nullable":
      return { ...bare, of: withoutAliasesAtAnyDepth(bare.of, lookup) };
    case "map":
      return { ...bare, value: withoutAliasesAtAnyDepth(bare.value, lookup) };
    case "void":
    case "ref":
      return bare;
  }
}

function onlyList(page: readonly Field[], lookup: Lookup): Paging["list"] {
  const [list, ...others] = page.flatMap((field) => {
    const type = lookup.bare(field.type);
    return type.kind === "list" ? [{ name: field.name, of: type.of, isAlways: isRequired(field, lookup) }] : [];
  });
  return list?.isAlways === true && others.length === 0 ? list : undefined;
}

/**
 * Returns the candidate whose name extends that of `route`, such as `list/continue` for `list`. Among several candidates, it
 * returns the one of the same version; undefined if there is none.
 */
export function continuationRoute(route: Route, candidates: readonly Route[]): Route | undefined {
  const companions = candidates.filter(({ name }) => {
    return name.startsWith(route.name) && /^[^a-z0-9]/.test(name.slice(route.name.length));
  });
  const same = companions.find(({ version }) => version === route.version);
  return same ?? (companions.length === 1 ? companions[0] : undefined);
}
