import type { Field, Namespace, Route } from "../../ir/api.js";
import type { Lookup } from "../../ir/walk.js";
import { apiFact, namespaceFact } from "./api-fact.js";
import { continuationRoute } from "./paging.js";
import { routeStyle, type Context } from "./context.js";
import { isRequired, unionTags } from "./members.js";

/** A route and its namespace. */
export interface RouteIn {
  readonly namespace: Pick<Namespace, "name">;
  readonly route: Route;
}

/** Whether a route returns the status of a job: it requires only an id, and the job may still be in progress. */
export function isPoll(route: Route, context: Context): boolean {
  return routeStyle(route, context) === "rpc" && needsOnlyJobId(route, context) && mayBeInProgress(route, context);
}

function needsOnlyJobId({ arg }: Route, { lookup }: Context): boolean {
  const struct = lookup.plainStruct(arg);
  const needed =
    struct === undefined ? [] : lookup.allFields(struct.name).filter(({ field }) => isRequired(field, lookup));
  return needed.length === 1 && needed.every(({ field }) => isJobId(field, lookup));
}

function mayBeInProgress({ result }: Route, { lookup }: Context): boolean {
  return unionTags(result, lookup).some((tag) => {
    return tag.name === "in_progress" && lookup.withoutAliases(tag.type).kind === "void";
  });
}

/**
 * Returns the route to poll for the jobs that a route launches. It is found by its name, such as `copy/check` for `copy`;
 * otherwise it is the only poll route that the documentation of the launch refers to, or the only one whose documentation
 * refers to the launch. Undefined if the route launches no job, or if the poll route is ambiguous.
 */
export function findPoll(launch: Route, namespace: Namespace, context: Context): RouteIn | undefined {
  if (!mayLaunch(launch, context)) {
    return undefined;
  }
  const companion = continuationRoute(launch, pollRoutesIn(namespace, context));
  if (companion !== undefined) {
    return { namespace, route: companion };
  }
  const polls = pollRoutes(context);
  const from = { namespace, route: launch };
  return only(polls.filter((poll) => mentions(from, poll))) ?? only(polls.filter((poll) => mentions(poll, from)));
}

/** Returns the routes of a namespace that return the status of jobs. */
const pollRoutesIn = namespaceFact(({ routes }, context): readonly Route[] =>
  routes.filter((route) => isPoll(route, context)),
);

const pollRoutes = apiFact((context): readonly RouteIn[] =>
  context.api.namespaces.flatMap(({ name }) =>
    pollRoutesIn({ name }, context).map((route) => ({ namespace: { name }, route })),
  ),
);

function mayLaunch(route: Route, context: Context): boolean {
  const { lookup } = context;
  const struct = lookup.plainStruct(route.result);
  const gives =
    struct === undefined ? unionTags(route.result, lookup) : lookup.allFields(struct.name).map(({ field }) => field);
  return (
    routeStyle(route, context) === "rpc" && gives.some((field) => isJobId(field, lookup) && isRequired(field, lookup))
  );
}

function isJobId({ name, type }: Field, lookup: Lookup): boolean {
  return name === "async_job_id" && lookup.withoutAliases(type).kind === "string";
}

function mentions({ route: { doc } }: RouteIn, { namespace, route }: RouteIn): boolean {
  return (doc?.parts ?? []).some(
    (part) =>
      typeof part === "object" &&
      part.kind === "route" &&
      part.namespace === namespace.name &&
      part.name === route.name &&
      part.version === route.version,
  );
}

function only<T>(candidates: readonly T[]): T | undefined {
  return candidates.length === 1 ? candidates[0] : undefined;
}
