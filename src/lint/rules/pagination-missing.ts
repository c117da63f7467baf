import type { Rule } from "../rule.js";
import { resultStruct } from "../route-types.js";

export const paginationMissing: Rule = {
  id: "pagination-missing",
  recommended: "info",
  strict: "info",
  summary: "A route list… or search… whose result has an unlimited list and no cursor",
  check(project, report) {
    const { routes, lookup } = project;
    for (const route of routes) {
      const { name } = route.route;
      const result = resultStruct(project, route.route);
      if (result !== undefined && name.split("/").some((segment) => /^(?:list|search)/.test(segment))) {
        const fields = lookup.allFields(result).map(({ field }) => field);
        const lists = fields.filter(({ type }) => {
          const bare = lookup.bare(type);
          return bare.kind === "list" && bare.maxItems === undefined;
        });
        if (lists.length === 1 && !fields.some((field) => field.name === "cursor")) {
          report(route, `'${name}' returns a list without a limit and without a cursor.`, {
            help: "Add a cursor while the list is still short. Later, that requires a new version of the route.",
          });
        }
      }
    }
  },
};
