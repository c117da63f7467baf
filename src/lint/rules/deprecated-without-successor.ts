import type { Rule } from "../rule.js";
export const deprecatedWithoutSuccessor: Rule = {
  id: "deprecated-without-successor",
  recommended: "info",
  strict: "info",
  summary: "A deprecated route without a successor",
  check({ routes }, report) {
    for (const route of routes) {
      const { name, deprecated } = route.route;
      if (deprecated !== undefined && deprecated.by === undefined) {
        report(route, `'${name}' is deprecated without a successor.`, {
          help: "Write `deprecated by` and a route, if there is one.",
        });
      }
    }
  },
};
