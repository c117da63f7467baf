import type { Json, Namespace, Route, Type, Value } from "../../ir/api.js";
import { authenticationKinds, callableNamespaces, callableRoutes, type Context } from "../context.js";
import type { RouteIn } from "../jobs.js";
import { perContext } from "../per-context.js";
import { literalCode } from "../literal.js";
import { exampleValue } from "./example-value.js";

/** A route that an example in the README uses. */
export interface ChosenRoute {
  readonly namespace: Namespace;
  readonly route: Route;
  /** The code for its method: `client.files.copy`. */
  readonly method: string;
  /** The name of its constant: `copy`. */
  readonly constant: string;
  /** An argument from the examples of the specification, as code; empty if the route has none. */
  readonly arg: string;
}

/**
 * The best-known route that meets a condition: preferably not deprecated, a user route, in the namespace with the most
 * user routes, with a short name. Undefined if none has an example of its argument.
 */
export function chooseRoute(
  context: Context,
  fits: (route: Route, namespace: Namespace) => boolean,
): ChosenRoute | undefined {
  const { naming } = context;
  for (const { namespace, route } of inOrder(context)) {
    // Both take longer to compute than the order.
    const arg = fits(route, namespace) ? exampleArgument(route, context) : undefined;
    if (arg !== undefined) {
      const method = `client.${naming.namespace(namespace.name)}.${naming.method(namespace.name, route)}`;
      return { namespace, route, arg, method, constant: naming.route(namespace.name, route) };
    }
  }
  return undefined;
}

/** All routes that can be called, best known first. */
const inOrder: (context: Context) => readonly RouteIn[] = perContext((context) => {
  const ranked = callableNamespaces(context).flatMap((namespace) => {
    const routes = callableRoutes(namespace, context);
    const users = routes.filter((route) => isForUsers(route, context)).length;
    return routes.map((route) => {
      const isDeprecated = route.deprecated !== undefined;
      const rank = [Number(isDeprecated), Number(!isForUsers(route, context)), -users, route.name.length];
      return { namespace, route, rank };
    });
  });
  return ranked.sort((a, b) => compare(a.rank, b.rank));
});

function isForUsers(route: Route, context: Context): boolean {
  const kinds = authenticationKinds(route, context);
  return kinds.length === 0 || kinds.includes("user");
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, index) => value !== b[index]);
  return (a[at] ?? 0) - (b[at] ?? 0);
}

/**
 * The first example of the argument as code, without the field `without`, fields with their default value, and
 * `Omitted` fields; empty if the route has no argument, and undefined if there is no example.
 */
export function exampleArgument(route: Route, context: Context, without?: string): string | undefined {
  const { lookup } = context;
  const type = lookup.withoutAliases(route.arg);
  if (type.kind === "void") {
    return "";
  }
  const definition = type.kind === "ref" ? lookup.definition(type) : undefined;
  const example = definition === undefined || definition.kind === "alias" ? undefined : definition.examples[0]?.value;
  const struct = lookup.plainStruct(type);
  if (struct === undefined || !isObject(example)) {
    const needsNothing = struct !== undefined && lookup.needsNothing(struct.name);
    return needsNothing ? "{}" : example === undefined ? undefined : valueCode(example, type, context);
  }
  const { [without ?? ""]: _, ...members } = example;
  return valueCode(shortest(members, type, context), type, context);
}

/** An example of a struct without the fields that a caller can omit, at any depth. */
function shortest(example: Json, type: Type, context: Context): Json {
  const { lookup } = context;
  const struct = lookup.plainStruct(lookup.withoutNull(type));
  if (struct === undefined || !isObject(example)) {
    return example;
  }
  const members = lookup.allFields(struct.name).flatMap(({ field }) => {
    const value = example[field.name];
    // Most readers cannot send `Omitted` fields.
    const isLeftOut = field.omittedCaller !== undefined || value === undefined;
    return isLeftOut || literalCode(value) === valueLiteral(field.default)
      ? []
      : [[field.name, shortest(value, field.type, context)] as const];
  });
  return Object.fromEntries(members);
}

function valueCode(example: Json, type: Type, context: Context): string | undefined {
  const value = exampleValue(example, type, context);
  return value === undefined ? undefined : literalCode(value);
}

function isObject(value: Json | undefined): value is { readonly [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function valueLiteral(value: Value | undefined): string | undefined {
  const isTag = typeof value === "object" && value !== null;
  return value === undefined ? undefined : literalCode(isTag ? { ".tag": value.tag } : value);
}
