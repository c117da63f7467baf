import type { Diagnostic } from "../../text/diagnostics/diagnostic.js";
import type { SourceFile } from "../../text/source.js";
import { changesByHand } from "../../project/output/changes-by-hand.js";
import { readInput } from "../../project/load-configured.js";
import { onEndSignal } from "../../project/end-signals.js";
import { exitCode } from "../report/process.js";
import { reportDifference } from "../report/output-files.js";
import { UsageError } from "../../project/failure.js";
import { comparePackage, writePackage, type Generation } from "../../project/generate/write-package.js";
import { outputFolder, packageOptions } from "../../project/configured-package.js";
import { displayPath } from "../../project/paths.js";
import { reportExcessWarnings, withoutQuieted, type WarningArguments } from "../options.js";
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
    const generation = args.check === true ? await comparePackage(input) : await writePackage(input, interrupt.signal);
    process.stderr.write(await renderWarnings(generation.diagnostics, input.specs, args));
    const outcome = reportOutcome(generation);
    const code = reportExcessWarnings(generation.diagnostics, args) ? exitCode.specIsWrong : outcome;
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
  const { cleanFolder } = await import("../../project/output/output-folder.js");
  const written = await cleanFolder(folder, interrupted);
  changesByHand(folder, written).forEach((text) => process.stderr.write(`${text}\n`));
  process.stdout.write(`Removed ${files(written.removed.length)} from ${displayPath(folder)}.\n`);
  return exitCode.done;
}

/** The errors and warnings to print to standard error; empty if there are none. */
async function renderWarnings(
  diagnostics: readonly Diagnostic[],
  specs: readonly SourceFile[],
  args: WarningArguments,
): Promise<string> {
  const reportedDiagnostics = withoutQuieted(diagnostics, args);
  if (reportedDiagnostics.length === 0) {
    return "";
  }
  const { diagnosticsForPeople } = await import("../report/print-diagnostics.js");
  return diagnosticsForPeople(reportedDiagnostics, specs);
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
          ? upToDate(generation.folder)
          : `Wrote ${files(changed.length)}${removed.length === 0 ? "" : `, removed ${removed.length}`} in ${displayPath(generation.folder)}.\n`,
      );
      return exitCode.done;
    }
    case "compared":
      return reportDifference(generation.folder, generation.difference, "generate");
  }
}

function upToDate(folder: string): string {
  return `${displayPath(folder)} is up to date.\n`;
}

function files(count: number): string {
  return count === 1 ? "1 file" : `${count} files`;
}
