import { join } from "node:path";
import type { PrintedFile } from "../../generator/code/module.js";
import { Compiler } from "../../compiler/compiler.js";
import type { Config } from "../../project/config.js";
import type { Api } from "../../ir/api.js";
import type { Note } from "../../exports/notes/catalogue.js";
import { printNotes } from "../report/print-notes.js";
import { changesByHand } from "../../project/output/changes-by-hand.js";
import { checkOutputFolder } from "../../project/configured-package.js";
import { compareFiles } from "../../project/output/compare-folder.js";
import { onEndSignal } from "../../project/end-signals.js";
import { exitCode } from "../report/process.js";
import { UsageError } from "../../project/failure.js";
import { apiForExport } from "../../project/generate/generate-package.js";
import { loadConfigured, readInput, type ConfigArguments, type Configured } from "../../project/load-configured.js";
import { cleanFolder, writeFolder, type Written } from "../../project/output/output-folder.js";
import { printDiagnostics } from "../report/print-diagnostics.js";
import { reportDifference } from "../report/output-files.js";
import { displayPath } from "../../project/paths.js";
import { reportExcessWarnings, withoutQuieted, type WarningArguments } from "../options.js";

export interface ExportArguments extends ConfigArguments, WarningArguments {
  readonly caller?: readonly string[] | undefined;
  readonly check?: boolean | undefined;
  readonly clean?: boolean | undefined;
}

/** An export: what it writes, and where. */
export interface Export {
  /** The command as written on the command line: `export openapi`. */
  readonly command: string;
  /** Returns the folder of the files, for a configuration in `directory`. */
  folder(directory: string): string;
  /** Whether the folder must not contain specifications or the configuration. */
  readonly needsOwnFolder?: boolean;
  /** The name of the manifest, which lists the other files in the folder. */
  readonly manifest: string;
  produce(api: Api, config: Config, directory: string): Exported | Promise<Exported>;
}

/** Files whose paths are relative to the folder, or a text for standard output. */
type Exported = { readonly notes: readonly Note[] } & (
  { readonly files: readonly PrintedFile[] } | { readonly text: string }
);

/** Writes an export, compares it with the existing files, or removes it, as `generate` does. Returns the exit code. */
export async function runExport(args: ExportArguments, what: Export, notesAs: "pretty" | "json"): Promise<number> {
  const configured = await loadConfigured(args, `ashlar ${what.command} spec`);
  const interrupt = new AbortController();
  const forget = onEndSignal(() => interrupt.abort(new UsageError("Interrupted. Nothing has been changed.")));
  try {
    if (args.clean === true) {
      const folder = what.folder(configured.directory);
      report(folder, await cleanFolder(folder, interrupt.signal, { name: what.manifest }));
      return exitCode.done;
    }
    return await write(args, what, configured, interrupt.signal, notesAs);
  } finally {
    forget();
  }
}

async function write(
  args: ExportArguments,
  what: Export,
  configured: Configured,
  interrupted: AbortSignal,
  notesAs: "pretty" | "json",
): Promise<number> {
  const input = await readInput(configured);
  const { config, directory, specs } = input;
  const folder = what.folder(directory);
  if (what.needsOwnFolder === true) {
    checkOutputFolder(folder, directory, specs);
  }
  const { api, diagnostics } = apiForExport(input, new Compiler("once").compile(specs));
  const reportedDiagnostics = withoutQuieted(diagnostics, args);
  if (reportedDiagnostics.length > 0) {
    printDiagnostics(reportedDiagnostics, specs, "pretty");
  }
  if (api === undefined) {
    return exitCode.specIsWrong;
  }
  const exported = await what.produce(api, config, directory);
  printNotes(exported.notes, notesAs);
  const code = "text" in exported ? print(exported.text) : await place(args, what, folder, exported.files, interrupted);
  return reportExcessWarnings(diagnostics, args) ? exitCode.specIsWrong : code;
}

/** Writes files, or compares them with the existing ones. Returns the exit code. */
async function place(
  args: ExportArguments,
  what: Export,
  folder: string,
  files: readonly PrintedFile[],
  interrupted: AbortSignal,
): Promise<number> {
  const manifest = { name: what.manifest };
  return args.check === true
    ? reportDifference(folder, await compareFiles(folder, files, manifest), what.command)
    : report(folder, await writeFolder(folder, files, interrupted, undefined, manifest), files);
}

function print(text: string): number {
  process.stdout.write(text);
  return exitCode.done;
}

/** Reports which files were written or removed. Returns the exit code. */
function report(folder: string, written: Written, files: readonly PrintedFile[] = []): number {
  const list = (paths: readonly string[]): string => paths.map((path) => displayPath(join(folder, path))).join(", ");
  changesByHand(folder, written).forEach((text) => process.stderr.write(`${text}\n`));
  const { changed, removed } = written;
  const upToDate =
    files.length === 0 ? "Nothing to remove.\n" : `${list(files.map(({ path }) => path))}: up to date.\n`;
  process.stdout.write(
    [
      changed.length > 0 ? `Wrote ${list(changed)}.\n` : "",
      removed.length > 0 ? `Removed ${list(removed)}.\n` : "",
      changed.length + removed.length === 0 ? upToDate : "",
    ].join(""),
  );
  return exitCode.done;
}
