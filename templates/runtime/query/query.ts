import type { QueryClient } from "@tanstack/query-core";
import type { ClientCore } from "../client/core.js";
import { call, isRouteError } from "../client/call.js";
import type { PageEnd } from "../client/paging.js";
import type { CallableRoute, LoadableRoute } from "../client/lazy-route.js";
import { errorPath } from "../routes/error-summary.js";
import { queryKey, type QueryError, type TaggedKey } from "./keys.js";

/**
 * A `retry` function that always returns false, because the client already retries. Its parameter gives the query the error
 * type.
 */
export type NoRetry<E> = (failureCount: number, error: QueryError<E>) => boolean;

/** The options of a query, for `useQuery`, `prefetchQuery` and the like. */
export interface RouteQuery<Result, E> {
  readonly queryKey: TaggedKey<Result, E>;
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<Result>;
  readonly retry: NoRetry<E>;
}

/** The options of an infinite query, for `useInfiniteQuery` and the like. */
export interface PagesQuery<Page, E> {
  readonly queryKey: TaggedKey<PagesData<Page>, E>;
  readonly queryFn: (context: PageContext) => Promise<Page>;
  readonly initialPageParam: string | undefined;
  readonly getNextPageParam: (page: Page) => string | undefined;
  readonly retry: NoRetry<E>;
}

export interface PagesData<Page> {
  pages: Page[];
  pageParams: (string | undefined)[];
}

interface PageContext {
  readonly client: QueryClient;
  readonly signal: AbortSignal;
  readonly pageParam: string | undefined;
}

/** The options of a query that polls a job until the job is complete. */
export interface JobQuery<Status, E> extends RouteQuery<Status, E> {
  readonly refetchInterval: (query: { readonly state: { readonly data?: Status | undefined } }) => number | false;
}

/** The options of a mutation, for `useMutation` and the like. */
export interface RouteMutation<Arg, Result, E> {
  readonly mutationKey: TaggedKey<Result, E>;
  readonly mutationFn: (arg: Arg) => Promise<Result>;
  readonly retry: NoRetry<E>;
}

/** How to request further pages of a route's list. */
export interface QueryPaging {
  readonly next: LoadableRoute<never, PageEnd, unknown>;
  /** The fields of the first argument that the requests for later pages repeat. */
  readonly carried: readonly string[];
}

const never = (): boolean => false;

/**
 * Returns the options of a query that calls a route: `useQuery(query(client, getMetadata, { path }))`. If the argument
 * does not match its type, the query fails with an `EncodeError`.
 */
export function query<Arg, Result, E>(
  client: ClientCore,
  route: CallableRoute<Arg, Result, E>,
  arg: Arg,
): RouteQuery<Result, E> {
  return {
    queryKey: queryKey(route, arg),
    queryFn: ({ signal }) => call(client, route, arg, { signal }),
    retry: never,
  };
}

/** Like {@link query}, but queries of the routes in `writing`, which change something, fail. */
export function readingQuery<Arg, Result, E>(
  client: ClientCore,
  route: CallableRoute<Arg, Result, E>,
  arg: Arg,
  writing: ReadonlySet<string>,
): RouteQuery<Result, E> {
  const options = query(client, route, arg);
  return writing.has(`${route.name}:${route.version}`)
    ? { ...options, queryFn: () => Promise.reject(new TypeError(`${route.name} changes something: use mutation`)) }
    : options;
}

/** Returns the options of a query that calls a route: `useQuery(query(client, getMetadata, { path }))`. */
export type Query = <Arg, Result, E>(
  client: ClientCore,
  route: CallableRoute<Arg, Result, E>,
  arg: Arg,
) => RouteQuery<Result, E>;

/** Returns the options of a mutation that calls a route: `useMutation(mutation(client, createFolder))`. */
export function mutation<Arg, Result, E>(
  client: ClientCore,
  route: CallableRoute<Arg, Result, E>,
): RouteMutation<Arg, Result, E> {
  return { mutationKey: queryKey(route), mutationFn: (arg) => call(client, route, arg), retry: never };
}

/**
 * Returns the options of a query that polls a job: `useQuery(job(client, copyBatchCheck, launched))`. `launched` is the result
 * of the route that launched the job. `intervalMs` is the time between polls; 1000 by default.
 */
export function job<Status extends { readonly ".tag": string }, E>(
  client: ClientCore,
  poll: CallableRoute<{ async_job_id: string }, Status, E>,
  launched: { readonly async_job_id: string },
  intervalMs = 1000,
): JobQuery<Status, E> {
  const { async_job_id } = launched;
  const options = query(client, poll, { async_job_id });
  const isValid = !options.queryKey.includes("invalid", 3);
  return {
    ...options,
    refetchInterval: ({ state: { data } }) =>
      isValid && (data === undefined || data[".tag"] === "in_progress") ? intervalMs : false,
  };
}

/** Returns the options of an infinite query, given how to request further pages. Throws a TypeError if `paging` is undefined. */
export function infiniteQuery<Arg, Page extends PageEnd, E>(
  client: ClientCore,
  route: CallableRoute<Arg, Page, E>,
  arg: Arg,
  paging: QueryPaging | undefined,
): PagesQuery<Page, E> {
  if (paging === undefined) {
    throw new TypeError(`${route.name} does not return pages`);
  }
  const [name, version, json = null, ...kinds] = queryKey(route, arg);
  const key = [name, version, json, ...kinds, "pages"] as unknown as TaggedKey<PagesData<Page>, E>;
  // The continuation has the same result type as the first route.
  const next = paging.next as unknown as LoadableRoute<object, Page, unknown>;
  const given: object = typeof arg === "object" && arg !== null ? arg : {};
  const carried = Object.fromEntries(Object.entries(given).filter(([member]) => paging.carried.includes(member)));
  return {
    queryKey: key,
    queryFn: async ({ pageParam, signal, client: queries }) => {
      if (pageParam === undefined) {
        return call(client, route, arg, { signal });
      }
      try {
        return await call(client, next, { ...carried, cursor: pageParam }, { signal });
      } catch (thrown) {
        if (isRouteError(thrown, next) && /(?:^|\/)(?:reset|\w+_cursor)$/.test(errorPath(thrown.error))) {
          setTimeout(() => void queries.resetQueries({ queryKey: key, exact: true })); // the list starts again
        }
        throw thrown;
      }
    },
    initialPageParam: undefined,
    getNextPageParam: ({ cursor, has_more }) =>
      cursor !== undefined && cursor !== "" && has_more !== false ? cursor : undefined,
    retry: never,
  };
}

/** Returns the options of an infinite query: `useInfiniteQuery(infinite(client, listFolder, { path }))`. */
export type Infinite = <Arg, Page extends PageEnd, E>(
  client: ClientCore,
  route: CallableRoute<Arg, Page, E>,
  arg: Arg,
) => PagesQuery<Page, E>;
