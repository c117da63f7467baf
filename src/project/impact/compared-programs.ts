import { dirname } from "node:path";
import { glob, isDynamicPattern } from "tinyglobby";
import { Naming } from "../../generator/facts/naming.js";
import { buildPackage } from "../../generator/package/package.js";
import type { Api } from "../../ir/api.js";
import type { Config } from "../config.js";
import { packageOptions } from "../configured-package.js";
import { UsageError } from "../failure.js";
import { readRuntime } from "../generate/runtime.js";
import type { LoadedConfig } from "../load-config.js";
import { readProject, type CallerProject, type ComparedPackage, type PackageVersion } from "./program.js";

/** Reads the programs at paths: a `tsconfig.json`, a folder with one, or a glob. Throws a UsageError if one cannot be read. */
export async function readPrograms(paths: readonly string[]): Promise<CallerProject[]> {
  return (await expandPaths(paths)).map((path) => {
    const project = readProject(path);
    if (typeof project === "string") {
      throw new UsageError(`${project}. Name a tsconfig.json, or a folder with one.`);
    }
    return project;
  });
}

/**
 * Makes both versions of a package with the configuration. The names that were configured at the old revision, if `oldNames` has
 * them, are those of the old version.
 */
export async function comparePackages(
  old: Api,
  now: Api,
  loaded: LoadedConfig | undefined,
  name: string | undefined,
  oldNames: Config["names"] = loaded?.config.names,
): Promise<ComparedPackage> {
  const config = loaded?.config ?? { specs: [] };
  const directory = loaded === undefined ? process.cwd() : dirname(loaded.path);
  const { names: _, ...others } = config;
  return {
    name: name ?? packageOptions(config, directory).name,
    old: await packageVersion(old, oldNames === undefined ? others : { ...others, names: oldNames }, directory),
    now: await packageVersion(now, config, directory),
  };
}

/** Makes the package of an API as a compiler reads it, with the options of a configuration. */
async function packageVersion(api: Api, config: Config, directory: string): Promise<PackageVersion> {
  const options = packageOptions(config, directory);
  const runtime = await readRuntime(config.modules);
  const files = await buildPackage(api, { ...options, output: "package", emitters: [], runtime });
  return {
    api,
    naming: new Naming(config.names),
    files: files.filter(({ path }) => path.endsWith(".d.ts") || path.endsWith("package.json")),
  };
}

/** Returns the paths that globs match, and the others as they are. Throws a UsageError for a glob that matches nothing. */
async function expandPaths(paths: readonly string[]): Promise<string[]> {
  const expanded: string[] = [];
  for (const path of paths) {
    const matches = isDynamicPattern(path)
      ? await glob(path, { onlyFiles: false, expandDirectories: false, ignore: "**/node_modules/**" })
      : [path];
    if (matches.length === 0) {
      throw new UsageError(`No folder or tsconfig.json matches ${path}.`);
    }
    expanded.push(...matches.sort());
  }
  return expanded;
}
