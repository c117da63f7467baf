import type { Diagnostic } from "../../text/diagnostics/diagnostic.js";
import type { Input } from "../load-configured.js";
import type { Difference } from "../output/compare-folder.js";
import { UsageError } from "../failure.js";
import type { GeneratedPackage, PackageCache } from "./generate-package.js";
import type { Written } from "../output/output-folder.js";
import { checkOutputFolder, outputFolder } from "../configured-package.js";
import { hashInputs, hashOptions, noInputs, RunRecords } from "./run-records.js";
import { packageManifest } from "../output/manifest.js";
import { hasStaging } from "../output/staging.js";

export type Generation =
  /** The specification has errors. Nothing was written. */
  | { readonly kind: "wrong"; readonly diagnostics: readonly Diagnostic[] }
  | {
      readonly kind: "written";
      readonly folder: string;
      readonly written: Written;
      /** Warnings. */
      readonly diagnostics: readonly Diagnostic[];
    }
  | {
      readonly kind: "compared";
      readonly folder: string;
      readonly difference: Difference;
      /** Warnings. */
      readonly diagnostics: readonly Diagnostic[];
    };

/** What the runs of a process share. Empty until one has had something to do. */
export interface Session {
  cache?: PackageCache;
}

/**
 * Writes the package that a configuration describes. In a session, does only what has changed since the previous run requires.
 * Throws a UsageError if files cannot be read or written.
 */
export async function writePackage(input: Input, interrupted: AbortSignal, session?: Session): Promise<Generation> {
  const { config, directory, specs } = input;
  const folder = outputFolder(config, directory);
  checkOutputFolder(folder, directory, specs);
  const runs = new RunRecords(directory, folder);
  const options = hashOptions(config, folder);
  const hasGenerated = session?.cache !== undefined;
  // Hashing all inputs would be a part of each save. Later runs are not recorded as done instead, and the next process generates again.
  const hash = options && (hasGenerated ? noInputs : hashInputs(options, specs));
  if (!hasGenerated && runs.checkDone(hash) && !hasStaging(folder)) {
    const written = { changed: [], removed: [], restored: [], kept: [] };
    return { kind: "written", folder, written, diagnostics: runs.diagnostics };
  }
  const { files, diagnostics, provenance, specs: trees } = await checkedPackage(input, session);
  if (files === undefined) {
    return { kind: "wrong", diagnostics };
  }
  const [{ writeFolder }, { declarationMaps }] = await Promise.all([
    import("../output/output-folder.js"),
    import("./generate-package.js"),
  ]);
  const maps = config.declarationMaps === false ? [] : declarationMaps(folder, files, trees);
  const manifest = { ...packageManifest, provenance };
  const knownHash = (path: string): string | undefined => runs.knownHash(path);
  const { hashes, ...written } = await writeFolder(folder, files, interrupted, knownHash, manifest, maps);
  if (hash !== undefined) {
    // Neither are runs that found files changed by hand.
    runs.add(written.kept.length === 0 ? hash : noInputs, hashes, diagnostics);
  }
  return { kind: "written", folder, written, diagnostics };
}

/** Compares the package that a configuration describes with the folder. Throws a UsageError if files cannot be read. */
export async function comparePackage(input: Input): Promise<Generation> {
  const { files, diagnostics, provenance } = await checkedPackage(input);
  if (files === undefined) {
    return { kind: "wrong", diagnostics };
  }
  const folder = outputFolder(input.config, input.directory);
  const { compareFolder } = await import("../output/compare-folder.js");
  return {
    kind: "compared",
    folder,
    difference: await compareFolder(folder, files, { ...packageManifest, provenance }),
    diagnostics,
  };
}

/**
 * Whether the folder contains the package that a configuration describes, and nothing has to be changed. Throws a
 * UsageError if files cannot be read.
 */
export async function isPackageFresh(input: Input): Promise<boolean> {
  const { config, directory, specs } = input;
  const folder = outputFolder(config, directory);
  const options = hashOptions(config, folder);
  if (new RunRecords(directory, folder).checkDone(options && hashInputs(options, specs))) {
    return true;
  }
  const compared = await comparePackage(input);
  return (
    compared.kind === "compared" &&
    Object.values<readonly string[]>({ ...compared.difference }).every((paths) => paths.length === 0)
  );
}

async function checkedPackage(input: Input, session?: Session): Promise<GeneratedPackage> {
  // The compiler and the printers are loaded only when there is something to do.
  const { generatePackage, PackageCache } = await import("./generate-package.js");
  if (session !== undefined) {
    session.cache ??= new PackageCache();
  }
  const generated = await generatePackage(input, session?.cache);
  checkPaths(generated.files?.map(({ path }) => path) ?? []);
  return generated;
}

/** Throws a UsageError if two emitters return the same file, or if one returns a path outside of the package (CLI-8). */
function checkPaths(paths: readonly string[]): void {
  const seen = new Set<string>();
  for (const path of paths) {
    if (path.startsWith("/") || path.split(/[/\\]/).includes("..")) {
      throw new UsageError(`An emitter returned a path outside of the package: ${path}.`);
    }
    if (seen.has(path.toLowerCase())) {
      throw new UsageError(`Two emitters returned the same file: ${path}.`);
    }
    seen.add(path.toLowerCase());
  }
}
