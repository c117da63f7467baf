import type { Namespace, Route } from "../ir/api.js";
import type { PackageOptions } from "./package-options.js";
import { isSelected } from "./route-selection.js";

/** What a route does to the data of the service. */
export type RouteEffect = "reads" | "writes" | "destroys";

/** The strongest effect comes first: exceptions to a broad selection of routes that read can be listed. */
const effects: readonly RouteEffect[] = ["destroys", "writes", "reads"];

/** What the configuration says that a route does; undefined if it says nothing (QRY-4). */
export function routeEffect(
  route: Route,
  namespace: Namespace,
  { effects: selections = {} }: PackageOptions,
): RouteEffect | undefined {
  return effects.find((effect) => isSelected(route, namespace, selections[effect] ?? {}));
}
