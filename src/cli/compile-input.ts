import { dirname, relative, resolve } from "node:path";
import { Compiler } from "../compiler.js";
import type { Config } from "../config.js";
import type { SourceFile } from "../source/source.js";
import { loadConfig } from "./config.js";
import { UsageError } from "./failure.js";
import type { FilterArguments } from "./filter-options.js";
import { readFilters } from "./read-filters.js";
import { review, type Review } from "./review.js";
import { expectShortRun } from "./short-run.js";
import { readSpecs } from "./specs.js";

export interface InputArguments extends FilterArguments {
  /** Files, folders, globs or `-`; by default, those of the configuration. */
  readonly specs: readonly string[] | undefined;
  /** The configuration file; by default the one that is found, if no specifications are given. */
  readonly config?: string | undefined;
}

export interface CompiledInput extends Review {
  readonly files: readonly SourceFile[];
}

/** Reads and compiles the specifications of a command line. Throws a UsageError for invalid input. */
export async function compileInput(input: Partial<InputArguments>): Promise<CompiledInput> {
  expectShortRun();
  const named = input.specs ?? [];
  // Specifications on the command line are enough: a configuration is read only if it is named.
  const configured = named.length > 0 && input.config === undefined ? undefined : await readConfiguration(input.config);
  const filters = await readFilters(input, configured?.config.filters);
  const files = await readSpecs(named.length > 0 ? named : (configured?.specs ?? []));
  return { files, ...review(new Compiler().compile(files), files, { ...configured?.config, filters }) };
}

/** The configuration, with the paths of its specifications relative to the working directory. */
async function readConfiguration(
  path: string | undefined,
): Promise<{ readonly specs: readonly string[]; readonly config: Config }> {
  const loaded = await loadConfig(path, process.cwd());
  if (loaded === undefined) {
    throw new UsageError(
      "No specifications are given, and there is no ashlar.config.* in this folder or above.\n" +
        "Name .stone files, folders or globs, or - for standard input.",
    );
  }
  const folder = dirname(loaded.path);
  const specs = [loaded.config.specs].flat().map((spec) => relative("", resolve(folder, spec)) || ".");
  return { specs, config: loaded.config };
}
