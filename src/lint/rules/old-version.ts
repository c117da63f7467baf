import type { Rule } from "../rule.js";
import { routeTarget } from "../project.js";

export const oldVersion: Rule = {
  id: "old-version",
  recommended: "warn",
  strict: "warn",
  summary: "A version of a route that is not deprecated, although there is a newer one",
  check({ routes }, report) {
    const targets = new Set(routes.map(({ target }) => target));
    for (const route of routes) {
      const { name, version, deprecated } = route.route;
      if (deprecated === undefined && targets.has(routeTarget(route.namespace, name, version + 1))) {
        report(
          route,
          `Version ${version} of '${name}' is not deprecated, although there is a version ${version + 1}.`,
          {
            help: `Add \`deprecated by ${name}:${version + 1}\`.`,
          },
        );
      }
    }
  },
};
