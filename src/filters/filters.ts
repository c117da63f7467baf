import type { Api } from "../ir/api.js";
import { selectAttributes } from "./attributes.js";
import { parseExpression } from "./expression/parse.js";
import { dropNamespaces, keepNamespaces } from "./namespaces.js";
import { hasProblems, type Problems } from "./problems.js";
import { filterByAttributes, misspeltAttributes } from "./route-attributes.js";
import { pruneToWhitelist } from "./whitelist/prune.js";
import { readWhitelist, type RouteWhitelist } from "./whitelist/whitelist.js";

/** Selects a part of an API: the filters of Stone's command line, by its names for them. */
export interface Filters {
  /** Routes and types to keep, with everything that they depend on (`-r`). */
  readonly routeWhitelistFilter?: RouteWhitelist | undefined;
  /** Only these namespaces keep their routes (`-w`). */
  readonly whitelistNamespaceRoutes?: readonly string[] | undefined;
  /** These namespaces lose their routes (`-b`). Cannot be combined with `whitelistNamespaceRoutes`. */
  readonly blacklistNamespaceRoutes?: readonly string[] | undefined;
  /** Keeps the routes whose attributes satisfy it, such as `style = "rpc" and auth != "team"` (`-f`). */
  readonly filterByRouteAttr?: string | undefined;
  /** The only route attributes to keep; `:all` for all of the schema's own (`-a`). All if omitted. */
  readonly attributes?: readonly string[] | undefined;
}

/** Problems with filters that do not depend on the API: the syntax of the expression, the form of the whitelist. */
export function filterProblems(filters: Filters): readonly string[] {
  const { whitelistNamespaceRoutes, blacklistNamespaceRoutes, filterByRouteAttr, routeWhitelistFilter } = filters;
  const collectProblems = <Given>(given: Given | undefined, read: (given: Given) => object): readonly string[] => {
    const outcome = given === undefined ? {} : read(given);
    return hasProblems(outcome) ? outcome.problems : [];
  };
  return [
    ...(whitelistNamespaceRoutes !== undefined && blacklistNamespaceRoutes !== undefined
      ? ["Namespaces can be whitelisted or blacklisted, not both."]
      : []),
    ...collectProblems(filterByRouteAttr, parseExpression).map((problem) => `Filter by route attributes: ${problem}`),
    ...collectProblems(routeWhitelistFilter, readWhitelist).map((problem) => `Route whitelist: ${problem}`),
  ];
}

/**
 * Returns the selected part of the API, or the problems of applying the filters to it. Each filter is applied to the
 * result of the previous one.
 */
export function applyFilters(api: Api, filters: Filters): Api | Problems {
  const problems = filterProblems(filters);
  if (problems.length > 0) {
    return { problems };
  }
  const steps = [
    step(filters.routeWhitelistFilter, pruneToWhitelist),
    step(filters.whitelistNamespaceRoutes, keepNamespaces),
    step(filters.blacklistNamespaceRoutes, dropNamespaces),
    step(filters.filterByRouteAttr, (before, text) => {
      const expression = parseExpression(text);
      if (hasProblems(expression)) {
        return expression;
      }
      const problems = misspeltAttributes(before, expression);
      return problems.length > 0 ? { problems } : filterByAttributes(before, expression);
    }),
    step(filters.attributes, selectAttributes),
  ];
  return steps.reduce<Api | Problems>((outcome, apply) => (hasProblems(outcome) ? outcome : apply(outcome)), api);
}

type Step = (api: Api) => Api | Problems;

/** Returns a filter with the user's argument; without an argument, it changes nothing. */
function step<Given>(given: Given | undefined, filter: (api: Api, given: Given) => Api | Problems): Step {
  return (api) => (given === undefined ? api : filter(api, given));
}
