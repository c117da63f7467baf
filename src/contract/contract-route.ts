import {
  authenticationKinds,
  attributeText,
  callableRoutes,
  routeStyle,
  type Context,
} from "../generator/facts/context.js";
import { findPoll, isPoll } from "../generator/facts/jobs.js";
import { findPaging, type Paging } from "../generator/facts/paging.js";
import { routeEffect, type RouteEffect } from "../generator/facts/route-effects.js";
import { pathPrefix, routePath } from "../generator/facts/binding-options.js";
import { uploadSessions } from "../generator/facts/upload-sessions.js";
import type { Namespace, Route } from "../ir/api.js";
import { routeName } from "../ir/names.js";

/** A route that a run can call, and its properties. */
export interface ContractRoute {
  /** The name with its namespace, such as `files/get_metadata:2`. */
  readonly name: string;
  readonly namespace: Namespace;
  readonly route: Route;
  readonly style: "rpc" | "upload" | "download";
  /** The path of its URL, such as `/2/files/get_metadata_v2`. */
  readonly path: string;
  readonly host: string;
  /** Undefined if neither the configuration nor the name says what the route does. */
  readonly effect: RouteEffect | undefined;
  /** The kinds of callers; empty if the specification does not define them. */
  readonly kinds: readonly string[];
  readonly hasArg: boolean;
  readonly hasResult: boolean;
  readonly paging: Paging | undefined;
  /** The name of the route that returns the status of the jobs that this one launches. */
  readonly poll: string | undefined;
  readonly isPoll: boolean;
  /** Whether the route is a long poll, which waits until something changes. */
  readonly isLongPoll: boolean;
  /** Whether the route is part of an upload session. */
  readonly isSessionStep: boolean;
}

/** Returns the routes that can be called, in the order of the specification. The context is that of a caller's view of the API. */
export function contractRoutes(context: Context): readonly ContractRoute[] {
  return context.api.namespaces.flatMap((namespace) => {
    const sessions = uploadSessions(namespace, context);
    const steps = new Set(sessions.flatMap(({ start, append, finish }) => [start, append, finish]));
    return callableRoutes(namespace, context).map((route): ContractRoute => {
      const { binding, lookup } = context;
      const poll = findPoll(route, namespace, context);
      return {
        name: routeName(namespace.name, route),
        namespace,
        route,
        style: routeStyle(route, context) as ContractRoute["style"],
        path: pathPrefix(binding) + routePath(namespace.name, route, binding),
        host: attributeText(route, binding.attributes.host) ?? "",
        effect: routeEffect(route, namespace, context.options) ?? effectOfName(route),
        kinds: authenticationKinds(route, context),
        hasArg: lookup.withoutAliases(route.arg).kind !== "void",
        hasResult: lookup.withoutAliases(route.result).kind !== "void",
        paging: findPaging(route, namespace, context),
        poll: poll && routeName(poll.namespace.name, poll.route),
        isPoll: isPoll(route, context),
        isLongPoll: /long_?poll|wait/i.test(route.name),
        isSessionStep: steps.has(route),
      };
    });
  });
}

/** Guesses from the name of a route that it destroys, so that the run does not destroy things that it has not created. */
function effectOfName({ name }: Route): RouteEffect | undefined {
  return /revoke|log_?out|sign_?out|deactivate|delete|destroy|remove|reset|purge|wipe|shut_?down/i.test(name)
    ? "destroys"
    : undefined;
}
