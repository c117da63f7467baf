import type { Namespace, Route } from "../../ir/api.js";
import { isLongPoll } from "./changes.js";
import { attributeText, routeStyle, type Context } from "./context.js";
import { isPoll } from "./jobs.js";
import type { PackageOptions } from "./package-options.js";
import { isSelected } from "./route-selection.js";

/** The effect of a route on the data of the service. */
export type RouteEffect = "reads" | "writes" | "destroys";

/** The effects, the strongest first, so that the configuration can list exceptions to a broad selection of reading routes. */
const effects: readonly RouteEffect[] = ["destroys", "writes", "reads"];

/** Returns the effect of a route according to the configuration; undefined if it defines none (QRY-4). */
export function routeEffect(
  route: Route,
  namespace: Namespace,
  { effects: selections = {} }: PackageOptions,
): RouteEffect | undefined {
  return effects.find((effect) => isSelected(route, namespace, selections[effect] ?? {}));
}

const readingVerbs = /^(?:count|describe|fetch|find|get|list|query|read|search)$/;

/** Words that leave room for doubt whether a route only reads, such as in `get_or_create` and `get_upload_link`. */
const otherVerbs =
  /^(?:add|cancel|change|clear|copy|create|delete|move|post|put|remove|reset|revoke|save|send|set|share|start|update|upload|write)$/;

/**
 * Returns whether a route certainly only reads: by its permission, such as `files.read`, by its style or types, or by its name, such as
 * `list_folder/continue`.
 */
export function onlyReads(route: Route, context: Context): boolean {
  const permission = attributeText(route, context.binding.attributes.permission) ?? "";
  const segments = route.name.split("/").map((segment) => segment.toLowerCase().split("_"));
  return (
    /(?:^|\W)read$/.test(permission) ||
    routeStyle(route, context) === "download" ||
    isPoll(route, context) ||
    isLongPoll(route, context.lookup) ||
    (segments.some(([verb = ""]) => readingVerbs.test(verb)) && !segments.flat().some((word) => otherVerbs.test(word)))
  );
}

/** Whether the binding declares a route as idempotent, so that clients may retry it. */
export function isIdempotent(route: Route, namespace: Namespace, { binding }: Context): boolean {
  return isSelected(route, namespace, binding.idempotent);
}

/** Returns the header for the idempotency key of a route; undefined if the route has none. Downloads are idempotent without a key. */
export function idempotencyHeader(
  route: Route,
  namespace: Namespace,
  { binding }: Pick<Context, "binding">,
): string | undefined {
  const { header, ...selection } = binding.idempotency;
  return isSelected(route, namespace, selection) && routeStyle(route, { binding }) !== "download" ? header : undefined;
}
