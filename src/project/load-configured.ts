import { dirname, resolve } from "node:path";
import type { Config } from "./config.js";
import type { SourceFile } from "../text/source.js";
import { loadConfig } from "./load-config.js";
import { UsageError } from "./failure.js";
import { readFilters, type FilterArguments } from "./read-filters.js";
import { displayPath } from "./display-path.js";
import { readSpecs, type KnownFiles } from "./specs.js";

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
  const here = process.cwd();
  const specs = args.specs ?? [];
  const loaded = await loadConfig(args.config, here);
  if (loaded === undefined && specs.length === 0) {
    throw new UsageError(
      "No specifications are given, and there is no ashlar.config.* in this folder or above.\n" +
        `Run \`${example}\` with a file or folder of your own instead of spec.`,
    );
  }
  const given = specs.length === 0 ? {} : { specs: specs.map((spec) => (spec === "-" ? spec : resolve(here, spec))) };
  const whitelist = args["route-whitelist-filter"];
  const filters = await readFilters(args, loaded?.config.filters);
  return {
    config: { specs: [], ...loaded?.config, ...given, filters },
    directory: loaded === undefined ? here : dirname(loaded.path),
    files: [...(loaded?.files ?? []), ...(whitelist === undefined ? [] : [resolve(here, whitelist)])],
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
