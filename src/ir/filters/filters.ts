import type { Api } from "../api.js";
import { selectAttributes, filterByAttributes, misspeltAttributes } from "./attributes.js";
import { parseExpression } from "./expression.js";
import { hasProblems, unknownName, type Problems } from "./problems.js";
import { pruneToWhitelist } from "./prune.js";
import { readWhitelist, type RouteWhitelist } from "./whitelist.js";

/** The filters that select a part of an API. They have the same names as in Stone's command line. */
export interface Filters {
  /** The routes and types to keep, together with everything that they depend on (`-r`). */
  readonly routeWhitelistFilter?: RouteWhitelist | undefined;
  /** The only namespaces whose routes are kept (`-w`). */
  readonly whitelistNamespaceRoutes?: readonly string[] | undefined;
  /** The namespaces whose routes are removed (`-b`). Cannot be combined with `whitelistNamespaceRoutes`. */
  readonly blacklistNamespaceRoutes?: readonly string[] | undefined;
  /** A condition on the attributes of the routes to keep, such as `style = "rpc" and auth != "team"` (`-f`). */
  readonly filterByRouteAttr?: string | undefined;
  /**
   * The only route attributes to keep (`-a`). `:all` stands for all that the schema itself declares. By default, all
   * attributes are kept.
   */
  readonly attributes?: readonly string[] | undefined;
}

/** Returns the problems with filters that do not depend on the API, such as syntax errors in the expression. */
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
 * Returns the selected part of the API, or the problems with the filters. Each filter is applied to the result of the
 * previous one.
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

/**
 * Returns a filter that is bound to the user's argument. If there is no argument, the filter returns the API unchanged.
 */
function step<Given>(given: Given | undefined, filter: (api: Api, given: Given) => Api | Problems): Step {
  return (api) => (given === undefined ? api : filter(api, given));
}

/** Returns the API in which only these namespaces have routes. Types are not affected. */
function keepNamespaces(api: Api, names: readonly string[]): Api | Problems {
  return withRoutesWhere(api, names, (name) => names.includes(name));
}

/** Returns the API in which these namespaces have no routes. Types are not affected. */
function dropNamespaces(api: Api, names: readonly string[]): Api | Problems {
  return withRoutesWhere(api, names, (name) => !names.includes(name));
}

function withRoutesWhere(api: Api, names: readonly string[], keeps: (name: string) => boolean): Api | Problems {
  const namespaceNames = api.namespaces.map(({ name }) => name);
  const unknown = names.filter((name) => !namespaceNames.includes(name));
  if (unknown.length > 0) {
    return { problems: unknown.map((name) => unknownName("namespace", name, namespaceNames)) };
  }
  const namespaces = api.namespaces.map((namespace) =>
    keeps(namespace.name) ? namespace : { ...namespace, routes: [] },
  );
  return { ...api, namespaces };
}
