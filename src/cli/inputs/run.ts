import { statSync } from "node:fs";
import { sep } from "node:path";
import { buildId, version } from "../../project/own-file.js";
import type { Config } from "../../project/config.js";
import { outputFolder } from "../../project/configured-package.js";
import { UsageError } from "../../project/failure.js";
import { findInputs } from "../../project/inputs.js";
import { displayPath } from "../../project/paths.js";
import { loadGeneration, type GenerateArguments } from "../generate/load.js";

export interface InputsArguments extends GenerateArguments {
  readonly json?: boolean | undefined;
}

/**
 * Everything that determines which files `ashlar generate` writes, and where. Paths are relative to the working
 * directory and separated by `/`.
 */
interface RunInputs {
  readonly ashlar: { readonly version: string; readonly build: string | undefined };
  /** The files that are read: specifications, the configuration, and its imports by relative paths. */
  readonly files: readonly string[];
  /** The folders in which any new `.stone` file would also be read. */
  readonly folders: readonly string[];
  /** All options that are set, in the configuration or on the command line. */
  readonly options: Options;
  /** The output folder. */
  readonly outputs: readonly string[];
}

/** The options without paths, which are listed as files, and without functions, whose code is in the files. */
type Options = Omit<Config, "specs" | "out" | "emitters" | "lint">;

/** Prints what `ashlar generate` with the same arguments reads and writes. */
export async function runInputs(args: InputsArguments): Promise<void> {
  const inputs = await findRunInputs(args);
  process.stdout.write(args.json === true ? `${JSON.stringify(inputs, undefined, 2)}\n` : describe(inputs));
}

async function findRunInputs(args: InputsArguments): Promise<RunInputs> {
  const configured = await loadGeneration(args);
  const { specs, out: _out, emitters: _emitters, lint: _lint, ...options } = configured.config;
  if ([specs].flat().includes("-")) {
    throw new UsageError("Standard input, '-', is not a file. Name the specifications.");
  }
  const { files, folders } = await findInputs(configured);
  return {
    ashlar: { version: version(), build: buildId() },
    // For an import whose file is missing, all paths that could resolve it are listed, so that only existing files are
    // kept.
    files: [...new Set(files.filter(isFile).map(toPath))].sort(),
    folders: [...new Set(folders.map(toPath))].sort(),
    options,
    outputs: [toPath(outputFolder(configured.config, configured.directory))],
  };
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

function toPath(path: string): string {
  return displayPath(path).replaceAll(sep, "/");
}

function describe({ ashlar, files, folders, options, outputs }: RunInputs): string {
  const values = Object.entries<unknown>(options)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
    .filter((line) => !line.endsWith(": {}"));
  return [
    section("Reads the files", files),
    section("and any other .stone file in", folders),
    section("With the options", values),
    section("and Ashlar", [ashlar.version]),
    section("Writes", outputs),
  ].join("");
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? "" : `${title}\n${lines.map((line) => `  ${line}\n`).join("")}`;
}
