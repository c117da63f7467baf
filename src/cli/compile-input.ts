import { dirname, relative, resolve } from "node:path";
import { compile } from "../compile.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { applyFilters, type Filters } from "../filters/filters.js";
import { hasProblems } from "../filters/problems.js";
import type { Api } from "../ir/api.js";
import type { SourceFile } from "../source/source.js";
import { loadConfig } from "./config.js";
import { UsageError } from "./failure.js";
import type { FilterArguments } from "./filter-options.js";
import { readFilters } from "./read-filters.js";
import { expectShortRun } from "./short-run.js";
import { readSpecs } from "./specs.js";

export interface InputArguments extends FilterArguments {
  /** Files, folders, globs or `-`; if there are none, those of the configuration. */
  readonly specs: readonly string[] | undefined;
}

export interface CompiledInput {
  readonly files: readonly SourceFile[];
  readonly diagnostics: readonly Diagnostic[];
  /** What the filters leave of the API; undefined if there are errors. */
  readonly api: Api | undefined;
}

/** Reads and compiles the specifications of a command line. Throws a UsageError for what it cannot use. */
export async function compileInput(input: Partial<InputArguments>): Promise<CompiledInput> {
  expectShortRun();
  const { specs, configured } =
    input.specs === undefined || input.specs.length === 0
      ? await configuredInput()
      : { specs: input.specs, configured: undefined };
  const filters = await readFilters(input, configured);
  const files = await readSpecs(specs);
  const { api, diagnostics } = compile(files);
  return { files, diagnostics, api: api && filtered(api, filters) };
}

/** The part of the API that is wanted. Throws a UsageError for filters that do not fit it. */
export function filtered(api: Api, filters: Filters): Api {
  const outcome = applyFilters(api, filters);
  if (hasProblems(outcome)) {
    throw new UsageError(outcome.problems.join("\n"));
  }
  return outcome;
}

/** What the configuration says; paths are made relative to the working directory. */
async function configuredInput(): Promise<{ specs: readonly string[]; configured: Filters | undefined }> {
  const loaded = await loadConfig(undefined, process.cwd());
  if (loaded === undefined) {
    throw new UsageError(
      "There is nothing to read: no specification is named, and there is no ashlar.config.* here or above.\n" +
        "Name files, folders or globs of .stone files, or - for standard input.",
    );
  }
  const folder = dirname(loaded.path);
  const specs = [loaded.config.specs].flat().map((spec) => relative("", resolve(folder, spec)) || ".");
  return { specs, configured: loaded.config.filters };
}
