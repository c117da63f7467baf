import type { Json, Namespace, Route } from "../../../ir/api.js";
import { chosenValue } from "../../../values/chosen-value.js";
import { errorPaths } from "../../../values/error-paths.js";
import type { Context } from "../../facts/context.js";
import { isRequired, structFields } from "../../facts/members.js";
import { findPaging } from "../../facts/paging.js";
import { freshText, type Fresh } from "./fresh.js";
import { routeKey } from "./route-key.js";
import { shownTexts } from "./shown-texts.js";

/** How a route returns a list page by page (TWIN-16, TWIN-17). */
export interface Pages {
  /** The field that contains the list, and an item of the list; undefined if a page has no list, or several. */
  readonly list?: { readonly field: string; readonly item: Json };
  /** The route that accepts the cursor. */
  readonly next: string;
  /** Whether the route itself accepts a cursor. */
  readonly takesCursor: boolean;
  /** The fields of the argument that must be the same as in the previous call. */
  readonly carried: readonly string[];
  readonly hasMore: boolean;
  /** Whether a page may have no cursor. */
  readonly isCursorOptional: boolean;
  readonly hasLimit: boolean;
  readonly cursor: Fresh;
  /** The cursors in examples, which stand for the second page. */
  readonly shown: readonly string[];
  /** The path of the error for an invalid cursor. */
  readonly stale?: string;
}

const staleTags = ["reset", "invalid_cursor", "expired_cursor", "bad_cursor"];

export function findPages(route: Route, namespace: Namespace, context: Context): Pages | undefined {
  const { lookup } = context;
  const paging = findPaging(route, namespace, context);
  const result = structFields(route.result, lookup);
  const arg = structFields(route.arg, lookup);
  const cursorField = result.find(({ name }) => name === "cursor");
  const cursor = cursorField && freshText(cursorField.type, "cursor", lookup);
  if (paging === undefined || cursorField === undefined || cursor === undefined) {
    return undefined;
  }
  const item = paging.list && chosenValue(paging.list.of, lookup);
  const stale = errorPaths(route.error, lookup).find(({ path }) => staleTags.includes(path.split("/").at(-1) ?? ""));
  const limit = arg.find(({ name }) => name === "limit");
  const limitKind = limit && lookup.bare(limit.type).kind;
  return {
    ...(paging.list !== undefined && item !== undefined && { list: { field: paging.list.name, item } }),
    next: routeKey(namespace, paging.next),
    takesCursor: arg.some(({ name }) => name === "cursor"),
    carried: paging.carried,
    hasMore: result.some(({ name }) => name === "has_more"),
    isCursorOptional: !isRequired(cursorField, lookup),
    hasLimit: limitKind !== undefined && /^u?int/.test(limitKind),
    cursor,
    shown: shownTexts(route, "cursor", lookup),
    ...(stale && { stale: stale.path }),
  };
}
