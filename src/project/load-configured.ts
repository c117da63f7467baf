import { dirname, resolve } from "node:path";
import type { Config } from "./config.js";
import type { SourceFile } from "../text/source.js";
import { loadConfig } from "./load-config.js";
import { UsageError, failureReason } from "./failure.js";
import { displayPath } from "./paths.js";
import { readSpecs, type KnownFiles } from "./specs.js";
import { readFile } from "node:fs/promises";
import type { Filters } from "../ir/filters/filters.js";
import type { RouteWhitelist } from "../ir/filters/whitelist.js";

export interface ConfigArguments extends Partial<FilterArguments> {
  /** Files, folders, globs or `-`; by default, those of the configuration. */
  readonly specs?: readonly string[] | undefined;
  /** The configuration file. By default, the first one in the working directory or above. */
  readonly config?: string | undefined;
}

export interface Configured {
  readonly config: Config;
  /** The folder that the paths of the configuration are relative to. */
  readonly directory: string;
  /** The configuration file, the files that it imports, and the file with the route whitelist, if there are any. */
  readonly files: readonly string[];
}

/**
 * Loads the configuration, in which the specifications and filters of the command line replace the configured ones (CLI-6).
 * Throws a UsageError that contains `example` if there are no specifications.
 */
export async function loadConfigured(args: ConfigArguments, example: string): Promise<Configured> {
  const workingDirectory = process.cwd();
  const specs = args.specs ?? [];
  const loaded = await loadConfig(args.config, workingDirectory);
  if (loaded === undefined && specs.length === 0) {
    throw new UsageError(
      "No specifications are given, and there is no ashlar.config.* in this folder or above.\n" +
        `Run \`${example}\` with a file or folder of your own instead of spec.`,
    );
  }
  const givenSpecs =
    specs.length === 0 ? {} : { specs: specs.map((spec) => (spec === "-" ? spec : resolve(workingDirectory, spec))) };
  const whitelist = args["route-whitelist-filter"];
  const filters = await readFilters(args, loaded?.config.filters);
  return {
    config: { specs: [], ...loaded?.config, ...givenSpecs, filters },
    directory: loaded === undefined ? workingDirectory : dirname(loaded.path),
    files: [...(loaded?.files ?? []), ...(whitelist === undefined ? [] : [resolve(workingDirectory, whitelist)])],
  };
}

/** The input of a package, an export or a site. */
export interface Input extends Pick<Configured, "config" | "directory"> {
  readonly specs: readonly SourceFile[];
}

/**
 * Reads the specifications of a configuration. Their paths are made relative to the working directory, as diagnostics
 * show them.
 */
export async function readInput(
  { config, directory }: Pick<Configured, "config" | "directory">,
  known?: KnownFiles,
): Promise<Input> {
  return { config, directory, specs: await readSpecs(configuredSpecs({ config, directory }), known) };
}

/** The specifications of a configuration, relative to the working directory. */
export function configuredSpecs({ config, directory }: Pick<Configured, "config" | "directory">): string[] {
  return [config.specs].flat().map((spec) => (spec === "-" ? spec : displayPath(resolve(directory, spec))));
}

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
