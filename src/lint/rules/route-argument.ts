import type { Rule } from "../rule.js";
import { kindOfRouteType } from "../route-types.js";

export const routeArgument: Rule = {
  id: "route-argument",
  recommended: "info",
  strict: "info",
  summary: "An argument that is a list, a map, a primitive or a union",
  check(project, report) {
    for (const route of project.routes) {
      const kind = kindOfRouteType(route.route.arg, project.lookup);
      if (kind !== undefined) {
        report(route, `The argument of '${route.route.name}' is a ${kind}, to which no field can be added.`, {
          help: "Use a struct in new routes.",
        });
      }
    }
  },
};
