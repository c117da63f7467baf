import type { Namespace, Route } from "../ir/api.js";
import type { PackageOptions } from "./package-options.js";
import { isSelected } from "./route-selection.js";

/** The effect of a route on the data of the service. */
export type RouteEffect = "reads" | "writes" | "destroys";

/** The strongest effect comes first, so that exceptions to a broad selection of reading routes can be listed. */
const effects: readonly RouteEffect[] = ["destroys", "writes", "reads"];

/** The effect of a route by the configuration; undefined if it does not define one (QRY-4). */
export function routeEffect(
  route: Route,
  namespace: Namespace,
  { effects: selections = {} }: PackageOptions,
): RouteEffect | undefined {
  return effects.find((effect) => isSelected(route, namespace, selections[effect] ?? {}));
}
