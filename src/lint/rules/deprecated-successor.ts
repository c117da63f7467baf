import type { Rule } from "../rule.js";
import { routeTarget } from "../project.js";

export const deprecatedSuccessor: Rule = {
  id: "deprecated-successor",
  recommended: "warn",
  strict: "warn",
  summary: "A successor that is itself deprecated, or is the route itself",
  check({ routes }, report) {
    const byTarget = new Map(routes.map((route) => [route.target, route]));
    for (const route of routes) {
      const by = route.route.deprecated?.by;
      const successor = by === undefined ? undefined : byTarget.get(routeTarget(route.namespace, by.name, by.version));
      if (successor === route) {
        report(route, `'${route.route.name}' is its own successor.`);
      } else if (successor?.route.deprecated !== undefined) {
        report(route, `The successor '${successor.route.name}' of '${route.route.name}' is itself deprecated.`, {
          help: "Name a route that is not deprecated.",
        });
      }
    }
  },
};
