import { dirname, relative, resolve } from "node:path";
import { Compiler, type Analysis } from "../compiler/compiler.js";
import type { SourceFile } from "../source/source.js";
import { loadConfig, type LoadedConfig } from "./load-config.js";
import { UsageError } from "./failure.js";
import { type FilterArguments, readFilters } from "./read-filters.js";
import { review, type Review } from "./review.js";
import { readSpecs } from "./specs.js";

export interface InputArguments extends FilterArguments {
  /** Files, folders, globs or `-`; by default, those of the configuration. */
  readonly specs: readonly string[] | undefined;
  /** The configuration file. By default, it is searched for if no specifications are given. */
  readonly config?: string | undefined;
}

export interface CompiledInput extends Review {
  readonly files: readonly SourceFile[];
  readonly analysis: Analysis;
  /** The configuration that was read; undefined if none was needed. */
  readonly loaded: LoadedConfig | undefined;
}

/** Reads, compiles and reviews the specifications of a command line. Throws a UsageError for invalid input. */
export async function compileInput(
  input: Partial<InputArguments>,
  reviewAnalysis: typeof review = review,
): Promise<CompiledInput> {
  const named = input.specs ?? [];
  // If the command line names specifications, a configuration is read only if it is named, too.
  const configured = named.length > 0 && input.config === undefined ? undefined : await readConfiguration(input.config);
  const filters = await readFilters(input, configured?.loaded.config.filters);
  const files = await readSpecs(named.length > 0 ? named : (configured?.specs ?? []));
  const analysis = new Compiler("once").compile(files);
  const reviewed = reviewAnalysis(analysis, files, { ...configured?.loaded.config, filters });
  return { files, analysis, loaded: configured?.loaded, ...reviewed };
}

/** Returns the configuration, with the paths of its specifications relative to the working directory. */
async function readConfiguration(
  path: string | undefined,
): Promise<{ readonly specs: readonly string[]; readonly loaded: LoadedConfig }> {
  const loaded = await loadConfig(path, process.cwd());
  if (loaded === undefined) {
    throw new UsageError(
      "No specifications are given, and there is no ashlar.config.* in this folder or above.\n" +
        "Name .stone files, folders or globs, or - for standard input.",
    );
  }
  const folder = dirname(loaded.path);
  const specs = [loaded.config.specs].flat().map((spec) => relative("", resolve(folder, spec)) || ".");
  return { specs, loaded };
}
