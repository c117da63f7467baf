import { relative, resolve } from "node:path";
import type { Config } from "../config.js";
import { checkConfig } from "../check-config.js";
import { comparePackage, writePackage, type Generation } from "./write-package.js";
import { readSpecs } from "../specs.js";

export type { Generation };

export interface GenerateOptions {
  /** The folder that the paths of the configuration are relative to; by default the working directory. */
  readonly directory?: string;
  /** `compare` writes nothing, and returns which files are out of date; `write` by default. */
  readonly mode?: "write" | "compare";
  /** Aborts the run. Has no effect once the first file has been changed. */
  readonly signal?: AbortSignal;
}

/**
 * Generates the package that a configuration describes, as `ashlar generate` does. Returns the diagnostics, and which
 * files were written or are out of date. Rejects if files cannot be read or written.
 */
export async function generate(config: Config, options: GenerateOptions = {}): Promise<Generation> {
  checkConfig(config, "The configuration");
  const directory = resolve(options.directory ?? ".");
  const specs = await readSpecs([config.specs].flat().map((spec) => relative("", resolve(directory, spec)) || "."));
  const input = { config, directory, specs };
  const signal = options.signal ?? new AbortController().signal;
  return options.mode === "compare" ? comparePackage(input) : writePackage(input, signal);
}
