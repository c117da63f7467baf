import type { Rule } from "../rule.js";
export const routeVersionInName: Rule = {
  id: "route-version-in-name",
  recommended: "warn",
  strict: "warn",
  summary: "A route called list_v2 instead of list:2",
  check({ all }, report) {
    for (const route of all.routes) {
      const { name } = route.route;
      const [, base, version] = /^(.+)_v(\d+)$/.exec(name) ?? [];
      if (base !== undefined && version !== undefined) {
        report(route, `Route '${name}' has its version in its name.`, { help: `Write '${base}:${version}'.` });
      }
    }
  },
};
