import { join, resolve } from "node:path";
import type { SourceFile } from "../../source/source.js";
import { changesByHand } from "../../output/changes-by-hand.js";
import type { Difference } from "../../output/compare-folder.js";
import {
  loadConfigured,
  readConfiguredSpecs,
  type ConfigArguments,
  type Configured,
} from "../../project/load-configured.js";
import { onEndSignal } from "../../project/end-signals.js";
import { exitCode } from "../report/exit-code.js";
import { checkName } from "../../project/check-package.js";
import { UsageError } from "../../project/failure.js";
import { Generator, type Generation } from "../../generate/generator.js";
import { outputFolder } from "../../project/configured-package.js";
import { shown } from "../../project/shown.js";
import { exceedsWarnings, withoutQuieted, type WarningArguments } from "../options/warnings.js";

export interface GenerateArguments extends ConfigArguments, WarningArguments {
  readonly out?: string | undefined;
  readonly name?: string | undefined;
  readonly check?: boolean | undefined;
  readonly clean?: boolean | undefined;
  readonly changes?: boolean | undefined;
  readonly watch?: boolean | undefined;
}

/** Writes a package, compares it with the output folder, or removes it. Returns the exit code. */
export async function runGenerate(args: GenerateArguments): Promise<number> {
  if (args.watch === true) {
    const { runWatch } = await import("./watch.js");
    return runWatch(args);
  }
  const { config, directory } = await loadGeneration(args);
  // An interrupt ends the run until everything is staged. After that, the run first moves the files into place.
  const interrupt = new AbortController();
  const stop = (): void => interrupt.abort(new UsageError("Interrupted. Nothing has been changed."));
  const forget = onEndSignal(stop);
  try {
    if (args.clean === true) {
      return await clean(outputFolder(config, directory), interrupt.signal);
    }
    const specs = await readConfiguredSpecs(config, directory);
    const generator = new Generator("once");
    const generation =
      args.check === true
        ? await generator.compare(config, directory, specs)
        : await generator.write(config, directory, specs, interrupt.signal);
    const code = await report(generation, specs, args);
    if (args.changes === true && generation.kind !== "wrong") {
      const { reportChanges } = await import("./report-changes.js");
      await reportChanges(args);
    }
    return code;
  } finally {
    forget();
  }
}

/** The configuration, with the output folder and the name of the command line. */
export async function loadGeneration(args: GenerateArguments): Promise<Configured> {
  const { config, ...place } = await loadConfigured(args, "ashlar generate spec --out generated");
  const out = args.out === undefined ? {} : { out: resolve(args.out) };
  checkName(args.name, "--name");
  const named = args.name === undefined ? {} : { package: { ...config.package, name: args.name } };
  return { config: { ...config, ...out, ...named }, ...place };
}

async function clean(folder: string, interrupted: AbortSignal): Promise<number> {
  const { cleanFolder } = await import("../../output/output-folder.js");
  const written = await cleanFolder(folder, interrupted);
  changesByHand(folder, written).forEach((text) => process.stderr.write(`${text}\n`));
  process.stdout.write(`Removed ${files(written.removed.length)} from ${shown(folder)}.\n`);
  return exitCode.done;
}

async function report(generation: Generation, specs: readonly SourceFile[], args: WarningArguments): Promise<number> {
  const { diagnostics } = generation;
  const told = withoutQuieted(diagnostics, args);
  if (told.length > 0) {
    (await import("../report/print-diagnostics.js")).printDiagnostics(told, specs, "pretty");
  }
  const code = reportOutcome(generation);
  return exceedsWarnings(diagnostics, args) ? exitCode.specIsWrong : code;
}

function reportOutcome(generation: Generation): number {
  switch (generation.kind) {
    case "wrong":
      return exitCode.specIsWrong;
    case "written": {
      const { changed, removed } = generation.written;
      changesByHand(generation.folder, generation.written).forEach((text) => process.stderr.write(`${text}\n`));
      process.stdout.write(
        changed.length + removed.length === 0
          ? `${shown(generation.folder)} is up to date.\n`
          : `Wrote ${files(changed.length)}${removed.length === 0 ? "" : `, removed ${removed.length}`} in ${shown(generation.folder)}.\n`,
      );
      return exitCode.done;
    }
    case "compared":
      return reportDifference(generation.folder, generation.difference, "generate");
  }
}

/** Reports how a folder differs from what a command would write there. Returns the exit code. */
export function reportDifference(folder: string, { kept, ...differences }: Difference, command: string): number {
  const lines = Object.entries(differences).flatMap(([kind, paths]) =>
    paths.map((path) => `${kind.padEnd(8)} ${shown(join(folder, path))}\n`),
  );
  const advice = [
    ...(lines.length > differences.foreign.length ? [`Run \`ashlar ${command}\` and commit the result.\n`] : []),
    ...(differences.foreign.length > 0 ? ["Move or remove the foreign files: Ashlar did not write them.\n"] : []),
  ];
  const left = kept.map(
    (path) => `${shown(join(folder, path))} was changed by hand and is no longer generated. Move or remove it.\n`,
  );
  const isFresh = lines.length + left.length === 0;
  process.stdout.write(isFresh ? `${shown(folder)} is fresh.\n` : [...lines, ...advice, ...left].join(""));
  return isFresh ? exitCode.done : exitCode.specIsWrong;
}

function files(count: number): string {
  return count === 1 ? "1 file" : `${count} files`;
}
