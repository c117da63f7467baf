import { dirname } from "node:path";
import { Compiler, type Analysis } from "../compiler/compiler.js";
import type { SourceFile } from "../text/source.js";
import { loadConfig, type LoadedConfig } from "./load-config.js";
import { configuredSpecs, type ConfigArguments, readFilters } from "./load-configured.js";
import { UsageError } from "./failure.js";
import { checkApi, type CheckedApi } from "./check-api.js";
import { readSpecs } from "./specs.js";

export interface CompiledInput extends CheckedApi {
  readonly files: readonly SourceFile[];
  readonly analysis: Analysis;
  /** The configuration that was read; undefined if there is none. */
  readonly loaded: LoadedConfig | undefined;
}

/** Reads, compiles and checks the specifications of a command line. Throws a UsageError for invalid input. */
export async function compileInput(
  input: ConfigArguments,
  checkAnalysis: typeof checkApi = checkApi,
): Promise<CompiledInput> {
  const named = input.specs ?? [];
  const loaded = await loadConfig(input.config, process.cwd());
  const filters = await readFilters(input, loaded?.config.filters);
  const files = await readSpecs(named.length > 0 ? named : namedByConfiguration(loaded));
  const analysis = new Compiler("once").compile(files);
  return { files, analysis, loaded, ...checkAnalysis(analysis, files, { ...loaded?.config, filters }) };
}

/** Returns the configured specifications, relative to the working directory. Throws a UsageError without a configuration. */
function namedByConfiguration(loaded: LoadedConfig | undefined): string[] {
  if (loaded === undefined) {
    throw new UsageError(
      "No specifications are given, and there is no ashlar.config.* in this folder or above.\n" +
        "Name .stone files, folders or globs, or - for standard input.",
    );
  }
  return configuredSpecs({ config: loaded.config, directory: dirname(loaded.path) });
}
