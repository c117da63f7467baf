import type { Diagnostic } from "../../text/diagnostics/diagnostic.js";
import { formatFile, type FormatOptions } from "../../format/format.js";
import type { SourceFile } from "../../text/source.js";
import { exitCode } from "../report/process.js";
import { UsageError } from "../../project/failure.js";
import { findIgnored } from "../../project/ignored-files.js";
import { loadConfigured, readInput } from "../../project/load-configured.js";
import { printDiagnostics } from "../report/print-diagnostics.js";
import { readStandardInput } from "../../project/specs.js";
import { writeChanged } from "../../project/output/replace-files.js";

export interface FormatArguments {
  /** Files, folders, globs or `-`; by default, those of the configuration. */
  readonly specs: readonly string[] | undefined;
  readonly check: boolean;
  readonly "stdin-filepath"?: string | undefined;
  readonly "line-width": number;
  readonly "end-of-line": "lf" | "crlf" | "auto";
  readonly config?: string | undefined;
}

/**
 * Formats specifications. Returns the exit code, which is 1 if a file cannot be formatted, or with `--check` if a file
 * is not formatted.
 */
export async function runFormat(args: FormatArguments): Promise<number> {
  const { "stdin-filepath": name, specs = [] } = args;
  return name === undefined && !specs.includes("-") ? formatFiles(args) : formatStandardInput(args, name ?? "stdin");
}

async function formatFiles(args: FormatArguments): Promise<number> {
  const { config, directory } = await loadConfigured({ specs: args.specs, config: args.config }, "ashlar format spec");
  const { specs: all } = await readInput({ config, directory });
  const ignored = await findIgnored(all.map(({ path }) => path));
  const files = all.filter(({ path }) => !ignored.has(path));
  const diagnostics: Diagnostic[] = [];
  const changed: SourceFile[] = [];
  for (const { path, text } of files) {
    const formatted = formatFile(path, text, toOptions(args, text));
    formatted.diagnostics?.forEach((diagnostic) => diagnostics.push(diagnostic));
    if (formatted.text !== undefined && formatted.text !== text) {
      changed.push({ path, text: formatted.text });
    }
  }
  if (!args.check) {
    await writeChanged(files, changed);
  }
  process.stdout.write(changed.map(({ path }) => `${path}\n`).join(""));
  if (args.check && changed.length > 0) {
    const [files, them] = changed.length === 1 ? ["This file is", "it"] : [`These ${changed.length} files are`, "them"];
    process.stderr.write(`${files} not formatted. Run \`ashlar format\` without --check to format ${them}.\n`);
  }
  if (diagnostics.length > 0) {
    printDiagnostics(diagnostics, files, "pretty");
  }
  return diagnostics.length > 0 || (args.check && changed.length > 0) ? exitCode.specIsWrong : exitCode.done;
}

async function formatStandardInput(args: FormatArguments, name: string): Promise<number> {
  if (args.specs?.some((spec) => spec !== "-") === true) {
    throw new UsageError("Standard input cannot be combined with files.");
  }
  const text = await readStandardInput();
  if ((await findIgnored([name])).has(name)) {
    process.stdout.write(args.check ? "" : text);
    return exitCode.done;
  }
  const formatted = formatFile(name, text, toOptions(args, text));
  if (formatted.text === undefined) {
    printDiagnostics(formatted.diagnostics, [{ path: name, text }], "pretty");
    return exitCode.specIsWrong;
  }
  if (!args.check) {
    process.stdout.write(formatted.text);
    return exitCode.done;
  }
  if (formatted.text === text) {
    return exitCode.done;
  }
  process.stdout.write(`${name}\n`);
  return exitCode.specIsWrong;
}

function toOptions(
  { "line-width": lineWidth, "end-of-line": endOfLine }: FormatArguments,
  text: string,
): FormatOptions {
  const kept = /^[^\n]*\r\n/.test(text) ? "crlf" : "lf";
  return { lineWidth, endOfLine: endOfLine === "auto" ? kept : endOfLine };
}
