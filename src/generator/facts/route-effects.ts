import type { Namespace, Route } from "../../ir/api.js";
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
