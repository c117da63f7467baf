import { basename, resolve, isAbsolute, relative, sep } from "node:path";
import type { Config } from "./config.js";
import type { PackageOptions } from "../generator/facts/package-options.js";
import { acceptableName } from "./check-package.js";
import type { SourceFile } from "../text/source.js";
import { UsageError } from "./failure.js";
import { displayPath } from "./paths.js";

/** Returns the output folder of a configuration. */
export function outputFolder(config: Config, directory: string): string {
  return resolve(directory, config.out ?? "generated");
}

/** Returns the package options of a configuration, with their defaults. */
export function packageOptions(config: Config, directory: string): PackageOptions {
  const { name, version, description, license, ...fields } = config.package ?? {};
  return {
    name: name ?? packageName(outputFolder(config, directory)),
    version: version ?? "0.0.0",
    description,
    license,
    binding: config.binding ?? {},
    names: config.names,
    output: config.output,
    importExtension: config.importExtension,
    modules: config.modules,
    declarationMaps: config.declarationMaps,
    int64: config.int64,
    timestamps: config.timestamps,
    lazyNamespaces: config.lazyNamespaces,
    twin: config.twin,
    arbitraries: config.arbitraries,
    schemas: config.schemas,
    query: config.query,
    mcp: config.mcp,
    otel: config.otel,
    effects: config.effects,
    docs: config.docs,
    fields,
  } satisfies Record<keyof PackageOptions, unknown>;
}

/** Returns a package name that npm accepts, derived from the name of a folder. */
function packageName(folder: string): string {
  const name = acceptableName(basename(folder));
  return name === undefined || name === "generated" ? "generated-api" : name;
}

/** Throws a UsageError if the output folder contains a specification, or the folder of the configuration. */
export function checkOutputFolder(folder: string, directory: string, specs: readonly SourceFile[]): void {
  if (folder === directory) {
    return; // a project may consist only of the package
  }
  const spec = specs.find(({ path }) => isInside(resolve(path), folder));
  const content = isInside(directory, folder) ? "the configuration" : spec && `the specification ${spec.path}`;
  if (content !== undefined) {
    throw new UsageError(
      `The output folder ${displayPath(folder)} contains ${content}. Choose a folder of its own in 'out'.`,
    );
  }
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== "" && way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
