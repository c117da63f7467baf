import type { Rule } from "../rule.js";
import { cursorNamespaces, fieldNames, hasNoEntries, resultStruct } from "../route-types.js";
import { routeTarget } from "../project.js";

export const paginationContinue: Rule = {
  id: "pagination-continue",
  recommended: "info",
  strict: "info",
  summary: "A list with a cursor and no route to continue it, or a route that continues nothing",
  check(project, report) {
    const { routes } = project;
    const names = new Set(routes.map(({ namespace, route }) => routeTarget(namespace, route.name, 1)));
    for (const route of routes) {
      const { name, arg } = route.route;
      const [, beginning] = /^(.+)[/_]continue$/.exec(name) ?? [];
      const has = (other: string): boolean => names.has(routeTarget(route.namespace, other, 1));
      const result = resultStruct(project, route.route);
      if (beginning !== undefined) {
        if (name.endsWith("/continue") && !has(beginning)) {
          report(route, `'${name}' continues a route '${beginning}', which does not exist.`);
        }
      } else if (
        result !== undefined &&
        fieldNames(project, route.route.result).has("cursor") &&
        !fieldNames(project, arg).has("cursor") &&
        !beginnings(name).some((path) => has(`${path}/continue`) || has(`${path}_continue`)) &&
        !(hasNoEntries(project, result) && project.get(cursorNamespaces).has(route.namespace))
      ) {
        report(route, `The result of '${name}' has a cursor, but no route accepts it.`, {
          help: `Add a route \`${name}/continue\`, or a field \`cursor\` to the argument.`,
        });
      }
    }
  },
};

/**
 * Returns the names below which a cursor's route may be: the cursor of `list/latest` is for `list/latest/continue` or
 * `list/continue`.
 */
function beginnings(name: string): string[] {
  const segments = name.split("/");
  return segments.map((_, index) => segments.slice(0, index + 1).join("/"));
}
