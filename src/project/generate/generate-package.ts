import { buildPackage } from "../../generator/package/package.js";
import { ModuleCache } from "../../generator/emit/package/module-cache.js";
import type { PrintedFile } from "../../generator/code/module.js";
import { Compiler, type Analysis } from "../../compiler/compiler.js";
import type { Config } from "../config.js";
import type { Input } from "../load-configured.js";
import type { Diagnostic } from "../../text/diagnostics/diagnostic.js";
import { dropDanglingAliases } from "../../ir/filters/prune.js";
import type { Api } from "../../ir/api.js";
import { createContext } from "../../generator/facts/context.js";
import type { PackageOptions } from "../../generator/facts/package-options.js";
import { clashingSubpath } from "../../generator/emit/package/package-json.js";
import { checkConfiguredNames } from "./check-configured-names.js";
import { withEmitterErrors } from "./emitter-errors.js";
import { UsageError } from "../failure.js";
import { checkLint } from "../lint-settings.js";
import { packageOptions } from "../configured-package.js";
import { checkApi, checkApiForPackage, type CheckedApi } from "../check-api.js";
import { provenanceOf, withBanner } from "./provenance.js";
import type { Provenance } from "../output/manifest.js";
import { readRuntime } from "./runtime.js";
import { dirname, join, relative, resolve, sep } from "node:path";
import { declarationMap } from "../../generator/package/declaration-map.js";
import { locateDeclarations, type Place } from "../declaration-places.js";

export interface GeneratedPackage {
  /** Errors and warnings. If there are errors, there are no files. */
  readonly diagnostics: readonly Diagnostic[];
  /** The files, whose paths are relative to the package folder and separated by `/`; undefined if there are errors. */
  readonly files: readonly PrintedFile[] | undefined;
  readonly provenance: Provenance;
  /** The trees of the specifications. */
  readonly specs: Analysis["specs"];
  /** The API of the package after filters; undefined if there are errors. */
  readonly api: Api | undefined;
}

/** What is kept from one run to the next, so that a run recomputes only what a change affects. */
export class PackageCache {
  readonly compiler = new Compiler();
  readonly modules = new ModuleCache();
}

/** Generates, from the texts of specifications, the package that a configuration describes. Writes nothing. */
export async function generatePackage(input: Input, cache?: PackageCache): Promise<GeneratedPackage> {
  const { config, directory, specs } = input;
  await checkLint(config);
  const { compiler = new Compiler("once"), modules } = cache ?? {};
  const analysis = compiler.compile(specs);
  const { api, diagnostics } = apiForPackage(input, analysis);
  const provenance = provenanceOf(config, directory, specs);
  const common = { provenance, specs: analysis.specs };
  if (api === undefined) {
    return { ...common, diagnostics, files: undefined, api };
  }
  const options = packageOptions(config, directory);
  checkSubpaths(api, options);
  const { emitters = [] } = config;
  const runtime = await readRuntime(config.modules);
  const files = await withEmitterErrors(() => buildPackage(api, { ...options, emitters, runtime }, modules));
  return { ...common, diagnostics, files: withBanner(files, provenance), api };
}

/** Returns the API of the package and all diagnostics. The API is undefined if there are errors. */
export function apiForPackage({ config, specs }: Input, analysis: Analysis): CheckedApi {
  const { api, diagnostics } = checkApiForPackage(analysis, specs, withStrictPatterns(config));
  return { api: api && checkedApi(api, config, analysis), diagnostics };
}

/** Does the same as {@link apiForPackage} for an export. It writes no package, so the names there may clash. */
export function apiForExport({ config, specs }: Input, analysis: Analysis): CheckedApi {
  const { api, diagnostics } = checkApi(analysis, specs, withStrictPatterns(config));
  return { api: api && checkedApi(api, config, analysis), diagnostics };
}

/** Treats patterns for which no code can be generated as errors, whatever severity is configured. */
function withStrictPatterns(config: Config): Config {
  return { ...config, diagnostics: { ...config.diagnostics, "pattern-not-portable": "error" } };
}

/**
 * Returns the API without aliases whose targets the filters removed. Throws a UsageError if the configuration names
 * something that does not exist.
 */
function checkedApi(api: Api, config: Config, analysis: Analysis): Api {
  checkConfiguredNames(analysis.api, config); // the API before the filters, because they may remove what the configuration names
  return api === analysis.api ? api : dropDanglingAliases(api);
}

/** Throws a UsageError if the configuration adds a subpath that the package already has. */
function checkSubpaths(api: Api, options: PackageOptions): void {
  const clash = options.fields?.exports !== undefined ? clashingSubpath(createContext(api, options)) : undefined;
  if (clash !== undefined) {
    throw new UsageError(`'package.exports' has the subpath ${clash}, which Ashlar writes itself. Choose another one.`);
  }
}

/** Returns the declaration maps of the files of a package, for a folder. */
export function declarationMaps(
  folder: string,
  files: readonly PrintedFile[],
  specs: Analysis["specs"],
): PrintedFile[] {
  const places = locateDeclarations(specs);
  // The implicit tag `other` of an open union has no line of its own.
  const locate = (origin: string): Place | undefined => places.get(origin) ?? places.get(origin.replace(/\.\w+$/, ""));
  return files.flatMap((file) => {
    const from = dirname(join(folder, file.path));
    const relativePath = (spec: string): string => relative(from, resolve(spec)).split(sep).join("/");
    return declarationMap(file, locate, relativePath) ?? [];
  });
}
