import type { SourceFile } from "../../source/source.js";
import { changesByHand } from "../../output/changes-by-hand.js";
import { readInput } from "../../project/load-configured.js";
import { onEndSignal } from "../../project/end-signals.js";
import { exitCode } from "../report/exit-code.js";
import { reportDifference } from "../report/report-difference.js";
import { UsageError } from "../../project/failure.js";
import { Generator, type Generation } from "../../generate/generator.js";
import { outputFolder, packageOptions } from "../../project/configured-package.js";
import { shown } from "../../project/shown.js";
import { exceedsMaxWarnings, withoutQuieted, type WarningArguments } from "../options/warnings.js";
import { loadGeneration, type GenerateArguments } from "./load.js";

/** Writes a package, compares it with the output folder, or removes it. Returns the exit code. */
export async function runGenerate(args: GenerateArguments): Promise<number> {
  if (args.watch === true) {
    const { runWatch } = await import("./watch.js");
    return runWatch(args);
  }
  const { config, directory } = await loadGeneration(args);
  // Until everything is staged, an interrupt ends the run. After that, the run first moves the files into place.
  const interrupt = new AbortController();
  const stop = (): void => interrupt.abort(new UsageError("Interrupted. Nothing has been changed."));
  const forget = onEndSignal(stop);
  try {
    if (args.clean === true) {
      return await clean(outputFolder(config, directory), interrupt.signal);
    }
    const input = await readInput({ config, directory });
    const generator = new Generator("once");
    const generation =
      args.check === true ? await generator.compare(input) : await generator.write(input, interrupt.signal);
    const code = await report(generation, input.specs, args);
    if (generation.kind === "written" && config.output === "source") {
      const { reportMissingLibraries } = await import("./report-missing-libraries.js");
      reportMissingLibraries(generation.folder, packageOptions(config, directory));
    }
    if (args.changes === true && generation.kind !== "wrong") {
      const { reportChanges } = await import("./report-changes.js");
      await reportChanges(args);
    }
    return code;
  } finally {
    forget();
  }
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
  return exceedsMaxWarnings(diagnostics, args) ? exitCode.specIsWrong : code;
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

function files(count: number): string {
  return count === 1 ? "1 file" : `${count} files`;
}
