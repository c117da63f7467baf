import type { Rule } from "../rule.js";
import { kindOfRouteType } from "../route-types.js";

export const routeResult: Rule = {
  id: "route-result",
  recommended: "warn",
  strict: "warn",
  summary: "A result that is a list, a map or a primitive, to which nothing can be added",
  check(project, report) {
    for (const route of project.routes) {
      const kind = kindOfRouteType(route.route.result, project.lookup);
      if (kind !== undefined && kind !== "union") {
        report(route, `The result of '${route.route.name}' is a ${kind}, to which nothing can be added.`, {
          help: "Use a struct in new routes.",
        });
      }
    }
  },
};
