import type { Rule } from "../rule.js";
import { isSnakeCase } from "../../ir/names.js";

export const routeName: Rule = {
  id: "route-name",
  recommended: "warn",
  strict: "warn",
  summary: "A segment of a route's path that is empty or not lower_snake_case",
  check({ all }, report) {
    for (const route of all.routes) {
      const { name } = route.route;
      const wrong = name.split("/").find((segment) => !isSnakeCase(segment));
      if (wrong === "") {
        report(route, `Route '${name}' has an empty segment.`, { help: "Remove the extra slash." });
      } else if (wrong !== undefined) {
        report(route, `'${wrong}' in the name of route '${name}' is not lower_snake_case.`);
      }
    }
  },
};
