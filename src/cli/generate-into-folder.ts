import type { Config } from "../config.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { SourceFile } from "../source/source.js";
import { UsageError } from "./failure.js";
import type { GeneratedPackage } from "./generate-package.js";
import type { Difference, Written } from "./output-folder.js";
import { outputFolder } from "./package-options.js";
import { inputsOf, RunRecords } from "./run-records.js";

export type Generation =
  /** The specification is wrong: nothing was written. */
  | { readonly kind: "wrong"; readonly diagnostics: readonly Diagnostic[] }
  | { readonly kind: "written"; readonly folder: string; readonly written: Written }
  | { readonly kind: "compared"; readonly folder: string; readonly difference: Difference };

/**
 * Writes the package that a configuration describes, or compares it with what is there. Throws a UsageError for what
 * cannot be read or written; then nothing has been changed.
 */
export async function generateIntoFolder(
  config: Config,
  directory: string,
  specs: readonly SourceFile[],
  mode: "write" | "compare",
  interrupted: AbortSignal,
): Promise<Generation> {
  return mode === "write" ? write(config, directory, specs, interrupted) : compare(config, directory, specs);
}

async function write(
  config: Config,
  directory: string,
  specs: readonly SourceFile[],
  interrupted: AbortSignal,
): Promise<Generation> {
  const folder = outputFolder(config, directory);
  const runs = new RunRecords(directory, folder);
  const inputs = inputsOf(config, folder, specs);
  if (runs.isDone(inputs)) {
    return { kind: "written", folder, written: { changed: [], removed: [], restored: [] } };
  }
  const { files, diagnostics } = await packageOf(config, directory, specs);
  if (files === undefined) {
    return { kind: "wrong", diagnostics };
  }
  const { writeFolder } = await import("./output-folder.js");
  const { hashes, ...written } = await writeFolder(folder, files, interrupted, (path) => runs.hashOf(path));
  runs.add(inputs, hashes);
  return { kind: "written", folder, written };
}

async function compare(config: Config, directory: string, specs: readonly SourceFile[]): Promise<Generation> {
  const folder = outputFolder(config, directory);
  const { files, diagnostics } = await packageOf(config, directory, specs);
  if (files === undefined) {
    return { kind: "wrong", diagnostics };
  }
  const { compareFolder } = await import("./output-folder.js");
  return { kind: "compared", folder, difference: await compareFolder(folder, files) };
}

async function packageOf(config: Config, directory: string, specs: readonly SourceFile[]): Promise<GeneratedPackage> {
  // What compiles and prints is loaded only when there is something to do.
  const { generatePackage } = await import("./generate-package.js");
  const generated = await generatePackage(config, directory, specs);
  checkPaths(generated.files?.map(({ path }) => path) ?? []);
  return generated;
}

/** Two emitters may not write one file, and none may write outside of the package (CLI-8). */
function checkPaths(paths: readonly string[]): void {
  const seen = new Set<string>();
  for (const path of paths) {
    if (path.startsWith("/") || path.split(/[/\\]/).includes("..")) {
      throw new UsageError(`An emitter wants to write outside of the package: ${path}.`);
    }
    if (seen.has(path.toLowerCase())) {
      throw new UsageError(`Two emitters want to write the same file: ${path}.`);
    }
    seen.add(path.toLowerCase());
  }
}
