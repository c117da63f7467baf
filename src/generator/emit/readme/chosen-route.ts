import type { Namespace, Route, Type } from "../../../ir/api.js";
import { apiFact } from "../../facts/api-fact.js";
import {
  authenticationKinds,
  callableNamespaces,
  callableRoutes,
  routeStyle,
  type Context,
} from "../../facts/context.js";
import { isPoll } from "../../facts/jobs.js";
import { findPaging } from "../../facts/paging.js";
import { uploadSessions } from "../../facts/upload-sessions.js";
import { isFirstCall } from "../../facts/route-order.js";
import { code } from "../../code/template/template.js";
import type { Expression } from "../../code/tree/expression.js";
import { exampleArgument, synthesizedArgument } from "../client/call-example.js";

/** A route that an example in the README uses. */
export interface ChosenRoute {
  readonly namespace: Namespace;
  readonly route: Route;
  /** The method of the route: `client.files.copy`. */
  readonly method: Expression;
  /** The name of the route's constant: `copy`. */
  readonly constant: string;
  /** The arguments of the call, from the examples of the specification, otherwise synthesized; empty if the route has none. */
  readonly args: readonly Expression[];
}

/**
 * Returns the route that is probably best known among those that meet a condition; undefined if there is none. The
 * configured first call has priority, then routes with an example of the argument, then routes that are not deprecated, routes
 * that do not continue what another one began, user routes, routes of the namespace with the most user routes, routes with the
 * name of their style, such as `download`, and short names.
 */
export function chooseRoute(
  context: Context,
  fits: (route: Route, namespace: Namespace) => boolean,
): ChosenRoute | undefined {
  const { naming } = context;
  const routes = inOrder(context);
  const first = routes.filter(({ namespace, route }) => isFirstCall(namespace.name, route, context));
  for (const candidates of [first, routes]) {
    for (const argument of [exampleArgument, synthesizedArgument]) {
      for (const { namespace, route } of candidates) {
        // Arguments are computed late because they take longer than the order.
        const args = fits(route, namespace) ? argument(route, context) : undefined;
        if (args !== undefined) {
          const method = code`client.${naming.namespace(namespace.name)}.${naming.method(namespace.name, route)}`;
          return { namespace, route, args, method, constant: naming.route(namespace.name, route) };
        }
      }
    }
  }
  return undefined;
}

/**
 * Returns the route that READMEs and sites call first: the configured one, otherwise a route of style `rpc`, preferably with
 * errors of its own. Undefined if there is none.
 */
export function chooseFirstCall(context: Context): ChosenRoute | undefined {
  const choose = (withErrors: boolean): ChosenRoute | undefined =>
    chooseRoute(
      context,
      (route, namespace) =>
        isFirstCall(namespace.name, route, context) ||
        (routeStyle(route, context) === "rpc" && (!withErrors || isUnion(route.error, context))),
    );
  return choose(true) ?? choose(false);
}

export function isUnion(type: Type, { lookup }: Context): boolean {
  const bare = lookup.withoutAliases(type);
  return bare.kind === "ref" && lookup.definition(bare).kind === "union";
}

/** Returns all callable routes, those first that are probably best known. */
const inOrder: (context: Context) => readonly Pick<ChosenRoute, "namespace" | "route">[] = apiFact((context) => {
  const ranked = callableNamespaces(context).flatMap((namespace) => {
    const routes = callableRoutes(namespace, context);
    const users = routes.filter((route) => isForUsers(route, context)).length;
    const followers = followersIn(namespace, context);
    return routes.map((route) => {
      const isDeprecated = route.deprecated !== undefined;
      const rank = [
        Number(isDeprecated),
        Number(followers.has(route)),
        Number(!isForUsers(route, context)),
        -users,
        Number(route.name !== routeStyle(route, context)),
        route.name.length,
      ];
      return { namespace, route, rank };
    });
  });
  return ranked.sort((a, b) => compare(a.rank, b.rank));
});

/** Returns the routes that clients call on behalf of others: for later pages, for the status of jobs, and in upload sessions. */
function followersIn(namespace: Namespace, context: Context): ReadonlySet<Route> {
  return new Set([
    ...namespace.routes.flatMap((route) => {
      const next = findPaging(route, namespace, context)?.next;
      return next === undefined || next === route ? [] : [next];
    }),
    ...namespace.routes.filter((route) => isPoll(route, context)),
    ...uploadSessions(namespace, context).flatMap(({ start, append, finish }) => [start, append, finish]),
  ]);
}

function isForUsers(route: Route, context: Context): boolean {
  const kinds = authenticationKinds(route, context);
  return kinds.length === 0 || kinds.includes("user");
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, index) => value !== b[index]);
  return (a[at] ?? 0) - (b[at] ?? 0);
}
