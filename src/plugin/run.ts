import { resolve, dirname, join } from "node:path";
import { checkConfig } from "../project/check-config.js";
import { importedFiles, configNames, findConfig, loadConfig } from "../project/load-config.js";
import type { Config } from "../project/config.js";
import { UsageError } from "../project/failure.js";
import { writePackage, type Session } from "../project/generate/write-package.js";
import { findInputs, stampInputs, type Inputs } from "../project/inputs.js";
import { readInput, type Configured } from "../project/load-configured.js";
import { changesByHand } from "../project/output/changes-by-hand.js";
import { readIfExists } from "../project/read-if-exists.js";
import type { Diagnostic } from "../text/diagnostics/diagnostic.js";
import { summarize } from "../text/diagnostics/summarize.js";
import type { SourceFile } from "../text/source.js";
import { specificationFailure, failureOfThrown, type Failure } from "./failure.js";

/** The result of a run. */
export interface Run {
  readonly inputs: Inputs;
  /** The files of the package by import specifier; after a failed run, those of the previous package. */
  readonly entries: ReadonlyMap<string, string>;
  /** Undefined if the package is up to date. */
  readonly failure: Failure | undefined;
  readonly warnings: readonly string[];
  /** Whether none of the inputs has changed since the run. */
  readonly isCurrent: () => Promise<boolean>;
}

/** Returns a function that performs runs for one bundler. State is retained from one run to the next. */
export function createRuns(options: PluginOptions): (root: string) => Promise<Run> {
  const session: Session = {};
  return (root) => runOnce(options, root, session);
}

/**
 * Generates the package of a project, and regenerates it if an input changes during the run, because not every bundler
 * notices that. Never rejects: failures are part of the result.
 */
async function runOnce(options: PluginOptions, root: string, session: Session): Promise<Run> {
  const stampOfConfigs = (): Promise<string> => stampInputs({ files: possibleConfigs(options, root), folders: [] });
  const configs = await stampOfConfigs();
  const configured = await configuredBy(options, root).catch(failureOfThrown);
  const isConfigured = "config" in configured;
  const currentInputs = (): Promise<Inputs> =>
    isConfigured ? findInputs(configured) : Promise.resolve({ files: possibleConfigs(options, root), folders: [] });
  const inputs = await currentInputs();
  const stamp = await stampInputs(inputs);
  const outcome = isConfigured
    ? await generatePackage(configured, session)
    : { entries: new Map(), failure: configured, warnings: [] };
  const isCurrent = async (): Promise<boolean> =>
    (await stampOfConfigs()) === configs && (await stampInputs(await currentInputs())) === stamp;
  return (await isCurrent()) ? { inputs, ...outcome, isCurrent } : runOnce(options, root, session);
}

async function generatePackage(configured: Configured, session: Session): Promise<Omit<Run, "inputs" | "isCurrent">> {
  const folder = resolve(configured.directory, configured.config.out ?? "generated");
  try {
    const input = await readInput(configured);
    const generation = await writePackage(input, new AbortController().signal, session);
    const failure = generation.kind === "wrong" ? await specificationFailure(generation.diagnostics) : undefined;
    const warnings =
      generation.kind === "written"
        ? [...changesByHand(folder, generation.written), ...specWarnings(generation.diagnostics, input.specs)]
        : [];
    return { entries: await packageEntries(folder), failure, warnings };
  } catch (thrown) {
    return { entries: await packageEntries(folder), failure: failureOfThrown(thrown), warnings: [] };
  }
}

/** Returns a summary of the warnings in one line, because builds have other output; empty if there are none. */
function specWarnings(diagnostics: readonly Diagnostic[], specs: readonly SourceFile[]): string[] {
  return diagnostics.length === 0
    ? []
    : [`The specification has ${summarize(diagnostics, specs.length)}. \`npx ashlar check\` shows the details.`];
}

/** Returns the configuration of a project. Throws a UsageError if there is none, or if it is invalid. */
async function configuredBy({ config }: PluginOptions, root: string): Promise<Configured> {
  if (typeof config === "object") {
    return { config: checkConfig(config, "The configuration of the plug-in"), directory: root, files: [] };
  }
  const loaded = await loadConfig(config, root);
  if (loaded === undefined) {
    throw new UsageError(`There is no ashlar.config.* in ${root} or above. \`npx ashlar init\` writes one.`);
  }
  return { config: loaded.config, directory: dirname(loaded.path), files: loaded.files };
}

/** Returns the paths where a configuration may be, including the current one, and the files that it imports. */
function possibleConfigs({ config }: PluginOptions, root: string): string[] {
  switch (typeof config) {
    case "object":
      return [];
    case "string": {
      const path = resolve(root, config);
      return [path, ...importedFiles(path)];
    }
    default: {
      const here = configNames.map((name) => resolve(root, name));
      const configPath = findConfig(root);
      return [...new Set([...here, ...(configPath === undefined ? [] : [configPath, ...importedFiles(configPath)])])];
    }
  }
}

/** The fields of a generated `package.json` that are used here. */
interface PackageJson {
  readonly name: string;
  readonly exports: Readonly<Record<string, Target>>;
}

/** A path, or paths by condition. */
type Target = string | { readonly [condition: string]: Target };

/**
 * Returns the files of a generated package by import specifier: `shop-api/server` maps to `dist/server/index.js` in the
 * package's folder. Empty if there is no package yet.
 */
async function packageEntries(folder: string): Promise<ReadonlyMap<string, string>> {
  // Without a manifest the folder was not generated, and `generate` will report that.
  const isOurs = (await readIfExists(join(folder, "ashlar-manifest.json")).catch(() => undefined)) !== undefined;
  const text = isOurs ? await readIfExists(join(folder, "package.json")).catch(() => undefined) : undefined;
  if (text === undefined) {
    return new Map();
  }
  const { name, exports } = JSON.parse(text) as PackageJson;
  return new Map(
    Object.entries(exports).flatMap(([subpath, target]) => {
      const path = modulePath(target);
      return path === undefined ? [] : [[join(name, subpath).replaceAll("\\", "/"), join(folder, path)] as const];
    }),
  );
}

function modulePath(target: Target): string | undefined {
  if (typeof target === "string") {
    return target;
  }
  const next = target["import"] ?? target["default"];
  return next === undefined ? undefined : modulePath(next);
}

export interface PluginOptions {
  /**
   * The path of a configuration, or a configuration itself, whose paths are then relative to the root of the project.
   * By default, `ashlar.config.*` in the root or in a folder above, as on the command line.
   */
  readonly config?: string | Config;
}

/**
 * Wraps a task so that it never runs concurrently. All calls during a run share a second run, which starts when the
 * first one ends.
 */
export function coalesceRuns<Result>(task: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined;
  let next: Promise<Result> | undefined;
  const start = (): Promise<Result> => {
    next = undefined;
    running = task().finally(() => {
      running = undefined;
    });
    return running;
  };
  return () => {
    if (running === undefined) {
      return next ?? start();
    }
    next ??= running.then(start, start);
    return next;
  };
}
