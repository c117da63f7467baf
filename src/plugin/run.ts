import { join } from "node:path";
import { generate, type Generation } from "../cli/library.js";
import { shown } from "../cli/shown.js";
import { configuredBy, possibleConfigs } from "./configured.js";
import { failureOf, failureOfThrown, type Failure } from "./failure.js";
import { inputsOf, type Inputs } from "./inputs.js";
import type { PluginOptions } from "./options.js";
import { packageEntries } from "./package-entries.js";

/** What came of one run. */
export interface Run {
  readonly inputs: Inputs;
  /** The files of the package by what one imports; if the run has failed, of the package that was there. */
  readonly entries: ReadonlyMap<string, string>;
  /** Undefined if the package is fresh. */
  readonly failure: Failure | undefined;
  readonly warnings: readonly string[];
}

/** Generates the package of a project. Never rejects: what goes wrong is in the result. */
export async function runOnce(options: PluginOptions, root: string): Promise<Run> {
  let inputs: Inputs = { files: possibleConfigs(options, root), folders: [] };
  let entries: Run["entries"] = new Map();
  try {
    const { config, directory, file } = await configuredBy(options, root);
    const specs = await inputsOf(config, directory);
    inputs = { ...specs, files: file === undefined ? specs.files : [file, ...specs.files] };
    const folder = join(directory, config.out ?? "generated");
    entries = await packageEntries(folder);
    const generation = await generate(config, { directory });
    const failure = generation.kind === "wrong" ? await failureOf(generation.diagnostics) : undefined;
    return { inputs, entries: await packageEntries(folder), failure, warnings: warningsOf(generation) };
  } catch (thrown) {
    return { inputs, entries, failure: failureOfThrown(thrown), warnings: [] };
  }
}

function warningsOf(generation: Generation): string[] {
  return generation.kind !== "written"
    ? []
    : generation.written.restored.map(
        (path) => `${shown(join(generation.folder, path))} had been changed by hand, and is generated again.`,
      );
}
