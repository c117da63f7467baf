import { resolve } from "node:path";
import { changesByHand } from "../project/output/changes-by-hand.js";
import { readInput, type Configured } from "../project/load-configured.js";
import { writePackage, type Session } from "../project/generate/write-package.js";
import type { Diagnostic } from "../text/diagnostics/diagnostic.js";
import { summarize } from "../text/diagnostics/summarize.js";
import type { SourceFile } from "../text/source.js";
import { configuredBy, possibleConfigs } from "./configured.js";
import { specificationFailure, failureOfThrown, type Failure } from "./failure.js";
import { findInputs, stampInputs, type Inputs } from "../project/inputs.js";
import type { PluginOptions } from "./options.js";
import { packageEntries } from "./package-entries.js";

/** The result of a run. */
export interface Run {
  readonly inputs: Inputs;
  /** The files of the package by import specifier; after a failed run, those of the previous package. */
  readonly entries: ReadonlyMap<string, string>;
  /** Undefined if the package is up to date. */
  readonly failure: Failure | undefined;
  readonly warnings: readonly string[];
  /** Whether none of the inputs has changed since the run. */
  readonly isCurrent: () => Promise<boolean>;
}

/** Returns a function that performs runs for one bundler. State is retained from one run to the next. */
export function createRuns(options: PluginOptions): (root: string) => Promise<Run> {
  const session: Session = {};
  return (root) => runOnce(options, root, session);
}

/**
 * Generates the package of a project, and regenerates it if an input changes during the run, because not every bundler
 * notices that. Never rejects: failures are part of the result.
 */
async function runOnce(options: PluginOptions, root: string, session: Session): Promise<Run> {
  const stampOfConfigs = (): Promise<string> => stampInputs({ files: possibleConfigs(options, root), folders: [] });
  const configs = await stampOfConfigs();
  const configured = await configuredBy(options, root).catch(failureOfThrown);
  const isConfigured = "config" in configured;
  const currentInputs = (): Promise<Inputs> =>
    isConfigured ? findInputs(configured) : Promise.resolve({ files: possibleConfigs(options, root), folders: [] });
  const inputs = await currentInputs();
  const stamp = await stampInputs(inputs);
  const outcome = isConfigured
    ? await generated(configured, session)
    : { entries: new Map(), failure: configured, warnings: [] };
  const isCurrent = async (): Promise<boolean> =>
    (await stampOfConfigs()) === configs && (await stampInputs(await currentInputs())) === stamp;
  return (await isCurrent()) ? { inputs, ...outcome, isCurrent } : runOnce(options, root, session);
}

async function generated(configured: Configured, session: Session): Promise<Omit<Run, "inputs" | "isCurrent">> {
  const folder = resolve(configured.directory, configured.config.out ?? "generated");
  try {
    const input = await readInput(configured);
    const generation = await writePackage(input, new AbortController().signal, session);
    const failure = generation.kind === "wrong" ? await specificationFailure(generation.diagnostics) : undefined;
    const warnings =
      generation.kind === "written"
        ? [...changesByHand(folder, generation.written), ...specWarnings(generation.diagnostics, input.specs)]
        : [];
    return { entries: await packageEntries(folder), failure, warnings };
  } catch (thrown) {
    return { entries: await packageEntries(folder), failure: failureOfThrown(thrown), warnings: [] };
  }
}

/** Returns a summary of the warnings in one line, because builds have other output; empty if there are none. */
function specWarnings(diagnostics: readonly Diagnostic[], specs: readonly SourceFile[]): string[] {
  return diagnostics.length === 0
    ? []
    : [`The specification has ${summarize(diagnostics, specs.length)}. \`npx ashlar check\` shows the details.`];
}
