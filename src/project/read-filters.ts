import { readFile } from "node:fs/promises";
import type { Filters } from "../ir/filters/filters.js";
import type { RouteWhitelist } from "../ir/filters/whitelist.js";
import { failureReason, UsageError } from "./failure.js";

/** The filters of a command line, by the names of the options. */
export interface FilterArguments {
  readonly "route-whitelist-filter": string | undefined;
  readonly "whitelist-namespace-routes": readonly string[] | undefined;
  readonly "blacklist-namespace-routes": readonly string[] | undefined;
  readonly "filter-by-route-attr": string | undefined;
  readonly attribute: readonly string[] | undefined;
}

/**
 * Returns the filters of a command line. Filters that it does not set are those of the configuration. Throws a
 * UsageError for filters that are invalid for any API (CLI-16).
 */
export async function readFilters(input: Partial<FilterArguments>, configured: Filters = {}): Promise<Filters> {
  const whitelist = input["route-whitelist-filter"];
  const filters: Filters = {
    routeWhitelistFilter:
      whitelist === undefined ? configured.routeWhitelistFilter : await readWhitelistFile(whitelist),
    whitelistNamespaceRoutes: input["whitelist-namespace-routes"] ?? configured.whitelistNamespaceRoutes,
    blacklistNamespaceRoutes: input["blacklist-namespace-routes"] ?? configured.blacklistNamespaceRoutes,
    filterByRouteAttr: input["filter-by-route-attr"] ?? configured.filterByRouteAttr,
    attributes: input.attribute ?? configured.attributes,
  };
  if (Object.values(filters).every((filter) => filter === undefined)) {
    return {};
  }
  const { filterProblems } = await import("../ir/filters/filters.js");
  const problems = filterProblems(filters);
  if (problems.length > 0) {
    throw new UsageError(problems.join("\n"));
  }
  return filters;
}

/** Reads a route whitelist. It is validated later, together with the other filters. */
async function readWhitelistFile(path: string): Promise<RouteWhitelist> {
  try {
    return JSON.parse(await readFile(path, "utf8")) as RouteWhitelist;
  } catch (thrown) {
    throw new UsageError(`The route whitelist ${path} cannot be read: ${failureReason(thrown)}.`);
  }
}
