import type { Config } from "../project/config.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { SourceFile } from "../source/source.js";
import type { Difference } from "../output/compare-folder.js";
import type { Runs } from "../queries/recording.js";
import { UsageError } from "../project/failure.js";
import type { GeneratedPackage, PackageGenerator } from "./generate-package.js";
import type { Written } from "../output/output-folder.js";
import { checkOutputFolder } from "../output/check-output-folder.js";
import { outputFolder } from "../project/configured-package.js";
import type { Hashes } from "../output/manifest.js";
import { BuildRecords } from "./build-records.js";
import { cachePlace, hashInputs, hashOptions, noInputs, RunRecords } from "./run-records.js";
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

/** Generates packages into folders, once or repeatedly, and does only what a change makes necessary. */
export class Generator {
  readonly #runs: Runs;
  #packages: PackageGenerator | undefined;

  constructor(runs: Runs) {
    this.#runs = runs;
  }

  /**
   * Writes the package that a configuration describes. Throws a UsageError if files cannot be read or written, and then
   * has changed nothing.
   */
  async write(
    config: Config,
    directory: string,
    specs: readonly SourceFile[],
    interrupted: AbortSignal,
  ): Promise<Generation> {
    const folder = outputFolder(config, directory);
    checkOutputFolder(folder, directory, specs);
    const runs = new RunRecords(directory, folder);
    const options = hashOptions(config, folder);
    const inputs = options && hashInputs(options, specs);
    if (runs.isDone(inputs) && !hasStaging(folder)) {
      const written = { changed: [], removed: [], restored: [], kept: [] };
      return { kind: "written", folder, written, diagnostics: runs.diagnostics };
    }
    const isFirst = this.#packages === undefined;
    const build = await this.#build(config, directory, specs, this.#buildRecords(options, directory, folder, runs));
    if (build.files === undefined) {
      return { kind: "wrong", diagnostics: build.diagnostics };
    }
    const { writeFolder } = await import("../output/output-folder.js");
    const known = { hashNow: (path: string) => runs.knownHash(path), present: build.present };
    const { hashes, ...written } = await writeFolder(folder, build.files, interrupted, known);
    if (inputs !== undefined) {
      // The next process checks again for files that were changed by hand, and rebuilds what was built incrementally
      // here.
      runs.add(isFirst && written.kept.length === 0 ? inputs : noInputs, hashes, build.diagnostics);
      build.save(hashes);
    }
    return { kind: "written", folder, written, diagnostics: build.diagnostics };
  }

  /** Compares the package that a configuration describes with the folder. Throws a UsageError as above. */
  async compare(config: Config, directory: string, specs: readonly SourceFile[]): Promise<Generation> {
    const { files, diagnostics } = await this.#package(config, directory, specs);
    if (files === undefined) {
      return { kind: "wrong", diagnostics };
    }
    const folder = outputFolder(config, directory);
    const { compareFolder } = await import("../output/compare-folder.js");
    return { kind: "compared", folder, difference: await compareFolder(folder, files), diagnostics };
  }

  /**
   * The records by which a process that runs once builds only what has changed. A run from nothing does without: most of those
   * are in CI, where no other process follows.
   */
  #buildRecords(
    options: string | undefined,
    directory: string,
    folder: string,
    runs: RunRecords,
  ): BuildRecords | undefined {
    const place = cachePlace(directory, folder, ".build");
    return this.#runs === "once" && !runs.isFirst && options !== undefined && place !== undefined
      ? new BuildRecords(place, options, (path, hash) => runs.isUnchanged(path, hash))
      : undefined;
  }

  async #build(
    config: Config,
    directory: string,
    specs: readonly SourceFile[],
    records: BuildRecords | undefined,
  ): Promise<Build> {
    if (records === undefined) {
      return { ...(await this.#package(config, directory, specs)), present: new Map(), save: () => undefined };
    }
    const packages = await this.#load();
    const { diagnostics, rest } = await packages.generateRest(config, directory, specs, records.earlier());
    const present = rest === undefined ? new Map<string, string>() : records.filesOf(rest.reused);
    return { diagnostics, files: rest?.files, present, save: (hashes) => rest && records.add(rest, hashes) };
  }

  async #package(config: Config, directory: string, specs: readonly SourceFile[]): Promise<GeneratedPackage> {
    const packages = await this.#load();
    const generated = await packages.generate(config, directory, specs);
    checkPaths(generated.files?.map(({ path }) => path) ?? []);
    return generated;
  }

  async #load(): Promise<PackageGenerator> {
    if (this.#packages === undefined) {
      // The compiler and the printers are loaded only when there is something to do.
      if (this.#runs === "once") {
        const { expectShortRun } = await import("../project/short-run.js");
        expectShortRun();
      }
      const { PackageGenerator } = await import("./generate-package.js");
      this.#packages = new PackageGenerator(this.#runs);
    }
    return this.#packages;
  }
}

interface Build extends Pick<GeneratedPackage, "diagnostics" | "files"> {
  /** The other files of the package, which are in the folder already. */
  readonly present: Hashes;
  /** Records the build after all files have been written. */
  readonly save: (hashes: Hashes) => void;
}

/** Throws a UsageError if two emitters return the same file, or one a path outside of the package (CLI-8). */
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
