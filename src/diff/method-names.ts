import type { Naming } from "../generator/facts/naming.js";
import type { Api } from "../ir/api.js";
import { routeName } from "../ir/names.js";
import type { Renamings } from "./renamings.js";
import { routeVerdicts } from "./route-verdicts.js";
import type { Use } from "./use.js";

/**
 * Returns the routes whose method name in generated packages belonged to another route before, so that old code now calls a
 * different route (CMP-66).
 */
export function compareMethodNames(
  before: Api,
  after: Api,
  { routes: renamed }: Renamings,
  naming: Naming,
): readonly Use[] {
  const old = methodsOf(before, naming);
  const owners = new Map(old.map(({ method, route }) => [method, route]));
  const oldRoutes = new Set(old.map(({ route }) => route));
  return methodsOf(after, naming)
    .filter(({ route }) => !oldRoutes.has(route))
    .flatMap(({ method, route }): readonly Use[] => {
      const owner = owners.get(method);
      if (owner === undefined || renamed.get(owner) === route) {
        return [];
      }
      const verdict = routeVerdicts["method-taken"];
      const affected = { route, part: "route", path: "route" } as const;
      return [
        { rule: "method-taken", subject: route, mirror: owner, verdict, details: { from: owner, to: route }, affected },
      ];
    });
}

/** Returns the routes of an API with the names of their methods: `files.copyTo`. */
function methodsOf({ namespaces }: Api, naming: Naming): { readonly method: string; readonly route: string }[] {
  return namespaces.flatMap(({ name, routes }) =>
    routes.map((route) => ({
      method: `${naming.namespace(name)}.${naming.method(name, route)}`,
      route: routeName(name, route),
    })),
  );
}
