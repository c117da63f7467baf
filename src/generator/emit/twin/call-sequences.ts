import type { Json, Namespace, Route, Field, Type } from "../../../ir/api.js";
import type { Lookup } from "../../../ir/walk.js";
import { chosenValue } from "../../../values/chosen-value.js";
import { errorPaths, mayHaveErrorPaths } from "../../../values/error-paths.js";
import { variant } from "../../../values/variant.js";
import type { Context } from "../../facts/context.js";
import { findPoll, isPoll } from "../../facts/jobs.js";
import { isRequired, structFields, unionTags } from "../../facts/members.js";
import { findPaging } from "../../facts/paging.js";
import { uploadSessions, type UploadSession } from "../../facts/upload-sessions.js";
import { routeKey } from "./route-key.js";
import { freshText, shownTexts, type Fresh } from "./texts.js";

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

/** How a route launches a job (TWIN-18). */
export interface Launch {
  /** The route to poll. */
  readonly poll: string;
  readonly id: Fresh;
  /** Whether the id is a field of a struct. Otherwise it is the value of a tag. */
  readonly isStruct: boolean;
  /** The result if the job is done at once; undefined if the route always launches a job. */
  readonly immediate?: Json;
}

/** How a route returns the status of a job. */
export interface Poll {
  /** The result of a poll when the job is done. */
  readonly done: Json;
  /** The result of a poll when the job has failed; undefined if jobs of this kind cannot fail. */
  readonly failed?: Json;
  /** The error type of a failed job, if it has paths. */
  readonly failedError?: string;
  /** The job ids in examples. */
  readonly shown: readonly string[];
  /** The path of the error for any other id. */
  readonly unknown?: string;
}

const jobId = "async_job_id";

export function findLaunch(route: Route, namespace: Namespace, context: Context): Launch | undefined {
  const { lookup } = context;
  const poll = isPoll(route, context) ? undefined : findPoll(route, namespace, context);
  const fields = structFields(route.result, lookup);
  const tags = unionTags(route.result, lookup);
  const id = [...fields, ...tags].find(({ name }) => name === jobId);
  const fresh = id && freshText(id.type, "job", lookup);
  if (poll === undefined || fresh === undefined) {
    return undefined;
  }
  const immediate = finalVariant(route, tags, lookup);
  return {
    poll: routeKey(poll.namespace, poll.route),
    id: fresh,
    isStruct: fields.length > 0,
    ...(immediate !== undefined && { immediate }),
  };
}

export function findPollData(route: Route, context: Context): Poll | undefined {
  const { lookup } = context;
  const tags = unionTags(route.result, lookup);
  const done = isPoll(route, context) ? finalVariant(route, tags, lookup) : undefined;
  if (done === undefined) {
    return undefined;
  }
  const unknown = errorPaths(route.error, lookup).find(({ path }) =>
    /(?:^|\/)(?:invalid_)?async_job_id\w*$/.test(path),
  );
  return {
    done,
    ...failureOf(tags, lookup),
    shown: shownTexts(route, jobId, lookup),
    ...(unknown && { unknown: unknown.path }),
  };
}

/** Returns the tag for the status of a failed job. */
export function failedTag(route: Route, { lookup }: Context): Field | undefined {
  return unionTags(route.result, lookup).find(({ name }) => name === "failed");
}

function failureOf(tags: readonly Field[], lookup: Lookup): Pick<Poll, "failed" | "failedError"> {
  const tag = tags.find(({ name }) => name === "failed");
  const value = tag && chosenValue(tag.type, lookup);
  if (tag === undefined || value === undefined) {
    return {};
  }
  const failedError = errorName(tag.type, lookup);
  return { failed: variant(tag, value, lookup) as Json, ...(failedError !== undefined && { failedError }) };
}

/** Returns the name of an error type that may have paths, under which all routes with this type share its data; undefined for other types. */
export function errorName(type: Type, lookup: Lookup): string | undefined {
  const bare = lookup.withoutAliases(lookup.withoutNull(type));
  return bare.kind === "ref" && mayHaveErrorPaths(bare, lookup) ? `${bare.namespace}.${bare.name}` : undefined;
}

/** Returns the variant of a result that means that a job is done: `complete`, or else the first candidate. */
function finalVariant(route: Route, tags: readonly Field[], lookup: Lookup): Json | undefined {
  const others = tags.filter(({ name, catchAll }) => !catchAll && ![jobId, "in_progress", "failed"].includes(name));
  const tag = others.find(({ name }) => name === "complete") ?? others[0];
  if (tag === undefined) {
    return undefined;
  }
  const union = lookup.withoutAliases(route.result);
  const examples = union.kind === "ref" ? lookup.examples(union) : [];
  const shown = examples.find(({ value }) => (value as { readonly ".tag"?: unknown })[".tag"] === tag.name);
  const value = shown === undefined ? chosenValue(tag.type, lookup) : undefined;
  return shown?.value ?? (value === undefined ? undefined : (variant(tag, value, lookup) as Json));
}

/** The role of a route in an upload session (TWIN-24). */
export interface SessionStep {
  readonly step: "start" | "append" | "finish";
  /** The route that ends the upload. */
  readonly finish: string;
  /** The field with the id of the session. */
  readonly id: string;
  /** The field of the argument that holds the cursor; undefined if the argument is the cursor itself. */
  readonly cursor?: string;
  readonly offset: string;
  /** The field of the argument that marks the last chunk. */
  readonly close?: string;
  readonly fresh?: Fresh;
  /** The paths of the errors for a session that does not exist, for a closed one, and for an incorrect offset. */
  readonly unknown?: string;
  readonly closed?: string;
  readonly wrongOffset?: { readonly path: string; readonly field: string };
}

/** Returns the role of a route in an upload session; undefined if it has none. */
export function findSessionStep(route: Route, namespace: Namespace, context: Context): SessionStep | undefined {
  for (const session of uploadSessions(namespace, context)) {
    const step = (["start", "append", "finish"] as const).find((each) => session[each] === route);
    if (step !== undefined) {
      return describeStep(step, route, session, namespace, context.lookup);
    }
  }
  return undefined;
}

function describeStep(
  step: SessionStep["step"],
  route: Route,
  { finish, id, offset, appendCursor, finishCursor, correctOffset }: UploadSession,
  namespace: Namespace,
  lookup: Lookup,
): SessionStep {
  const cursor = step === "append" ? appendCursor : step === "finish" ? finishCursor : undefined;
  const close = structFields(route.arg, lookup).find(({ name }) => name === "close");
  const idField = step === "start" ? structFields(route.result, lookup).find(({ name }) => name === id) : undefined;
  const fresh = idField && freshText(idField.type, "session", lookup);
  const errors = errorPaths(route.error, lookup);
  const wrong = correctOffset && errors.find(({ value }) => hasMember(value, correctOffset))?.path;
  const unknown = errors.find(({ path }) => path.endsWith("not_found"))?.path;
  const closed = errors.find(({ path }) => /(?:^|\/)closed$/.test(path))?.path;
  return {
    step,
    finish: routeKey(namespace, finish),
    id,
    offset,
    ...(cursor !== undefined && { cursor }),
    ...(close && { close: close.name }),
    ...(fresh && { fresh }),
    ...(unknown !== undefined && { unknown }),
    ...(closed !== undefined && { closed }),
    ...(wrong !== undefined && correctOffset !== undefined && { wrongOffset: { path: wrong, field: correctOffset } }),
  };
}

/** Whether a value has a member with this name, at any depth. */
function hasMember(value: Json, name: string): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    (Object.hasOwn(value, name) || Object.values(value).some((member: Json) => hasMember(member, name)))
  );
}
