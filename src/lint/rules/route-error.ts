import type { Rule } from "../rule.js";
export const routeError: Rule = {
  id: "route-error",
  recommended: "info",
  strict: "info",
  summary: "A route whose error is Void",
  check({ routes, lookup }, report) {
    for (const route of routes) {
      if (lookup.withoutAliases(route.route.error).kind === "void") {
        report(route, `'${route.route.name}' declares no error.`, {
          help: "Use a union, even an empty one: tags can be added to it.",
        });
      }
    }
  },
};
