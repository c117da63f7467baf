import type { Config } from "../config.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { SourceFile } from "../source/source.js";
import { UsageError } from "./failure.js";
import { generatePackage, outputFolder } from "./generate-package.js";
import { compareFolder, writeFolder, type Difference, type Written } from "./output-folder.js";

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
  const { diagnostics, files } = await generatePackage(config, directory, specs);
  if (files === undefined) {
    return { kind: "wrong", diagnostics };
  }
  checkPaths(files.map(({ path }) => path));
  const folder = outputFolder(config, directory);
  return mode === "write"
    ? { kind: "written", folder, written: await writeFolder(folder, files, interrupted) }
    : { kind: "compared", folder, difference: await compareFolder(folder, files) };
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
