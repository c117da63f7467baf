import type { Field, Json, Namespace, Route, Type } from "../../../ir/api.js";
import type { Lookup } from "../../../ir/walk.js";
import { chosenValue } from "../../../values/chosen-value.js";
import { errorPaths, mayHaveErrorPaths } from "../../../values/error-paths.js";
import { variant } from "../../../values/variant.js";
import type { Context } from "../../facts/context.js";
import { findPoll, isPoll } from "../../facts/jobs.js";
import { structFields, unionTags } from "../../facts/members.js";
import { freshText, type Fresh } from "./fresh.js";
import { routeKey } from "./route-key.js";
import { shownTexts } from "./shown-texts.js";

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
