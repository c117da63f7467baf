import { Compiler } from "../../compiler/compiler.js";
import { join, relative, resolve } from "node:path";
import { changesFor, type ScaffoldNote } from "../../generator/package/scaffold.js";
import { emitScaffold, type Scaffold, type ScaffoldImports } from "../../generator/emit/scaffold.js";
import { loadConfigured, readInput, type ConfigArguments } from "../../project/load-configured.js";
import { checkName } from "../../project/check-package.js";
import { exitCode } from "../report/process.js";
import { apiForPackage } from "../../project/generate/generate-package.js";
import { outputFolder, packageOptions } from "../../project/configured-package.js";
import { printDiagnostics } from "../report/print-diagnostics.js";
import { replaceFiles } from "../../project/output/replace-files.js";
import { displayPath } from "../../project/paths.js";
import { readIfExists } from "../../project/read-if-exists.js";

export interface ScaffoldArguments extends ConfigArguments {
  readonly out: string | undefined;
  readonly package: string | undefined;
  readonly check: boolean;
}

/** Writes files with handlers, or adds handlers to existing files. Returns the exit code. */
export async function runScaffold(args: ScaffoldArguments): Promise<number> {
  const { config, directory } = await loadConfigured(args, "ashlar scaffold spec --package shop-api");
  checkName(args.package, "--package");
  const input = await readInput({ config, directory });
  const { specs } = input;
  const { api, diagnostics } = apiForPackage(input, new Compiler("once").compile(specs));
  if (api === undefined) {
    printDiagnostics(diagnostics, specs, "pretty");
    return exitCode.specIsWrong;
  }
  const configured = packageOptions(config, directory);
  const folder = args.out === undefined ? resolve(directory, "handlers") : resolve(args.out);
  const isSource = configured.output === "source" && args.package === undefined;
  const imports = isSource
    ? importsOfSource(relative(folder, outputFolder(config, directory)), configured.importExtension ?? ".js")
    : importsOfPackage(args.package ?? configured.name);
  const scaffold = emitScaffold(api, configured, imports);
  const { files, notes } = await changesFor(scaffold, imports.server, await readExisting(scaffold, folder));
  if (args.check) {
    return reportCheck(notes, folder);
  }
  await replaceFiles(folder, files);
  return report(notes, folder);
}

function importsOfPackage(name: string): ScaffoldImports {
  return { server: `${name}/server`, node: `${name}/server/node`, extension: ".js" };
}

/** Returns the modules to import. `path` is the path from the handlers to the folder of the generated sources. */
function importsOfSource(path: string, extension: string): ScaffoldImports {
  const slashed = path.replaceAll("\\", "/");
  const folder = slashed.startsWith(".") ? slashed : `./${slashed}`;
  return { server: `${folder}/server/index${extension}`, node: `${folder}/server/node${extension}`, extension };
}

/** Returns the texts of existing files by path. */
async function readExisting(scaffold: Scaffold, folder: string): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const { path } of [...scaffold.handlers, ...scaffold.others]) {
    const text = await readIfExists(join(folder, path));
    if (text !== undefined) {
      texts.set(path, text);
    }
  }
  return texts;
}

function report(notes: readonly ScaffoldNote[], folder: string): number {
  for (const note of notes) {
    const stream = note.kind === "created" || note.kind === "added" ? process.stdout : process.stderr;
    stream.write(`${describeNote(note, displayPath(join(folder, note.path)))}\n`);
  }
  if (notes.length === 0) {
    reportNothing(folder);
  }
  return notes.some(({ kind }) => kind === "by hand") ? exitCode.specIsWrong : exitCode.done;
}

/** Reports what a run would do, and what the user has to do. Returns the exit code. */
function reportCheck(notes: readonly ScaffoldNote[], folder: string): number {
  for (const note of notes) {
    process.stderr.write(`${describeMissing(note, displayPath(join(folder, note.path)))}\n`);
  }
  if (notes.length === 0) {
    reportNothing(folder);
    return exitCode.done;
  }
  return exitCode.specIsWrong;
}

function reportNothing(folder: string): void {
  process.stdout.write(`${displayPath(folder)} has a handler for every route.\n`);
}

function describeMissing(note: ScaffoldNote, path: string): string {
  switch (note.kind) {
    case "created":
      return `${path} is missing. Run \`ashlar scaffold\`.`;
    case "added":
      return `${path} has no handlers for: ${note.methods.join(", ")}. Run \`ashlar scaffold\`.`;
    default:
      return describeNote(note, path);
  }
}

function describeNote(note: ScaffoldNote, path: string): string {
  switch (note.kind) {
    case "created":
      return `Wrote ${path}.`;
    case "added":
      return `Added to ${path}: ${note.methods.join(", ")}.`;
    case "obsolete":
      return `${path} has handlers without a route: ${note.methods.join(", ")}. Remove them, or restore their routes.`;
    case "unserved":
      return `Pass the new handlers \`${note.name}\` to createHandler in ${path}.`;
    case "by hand":
      return `${path} was not changed. ${note.problem} Add this by hand:\n\n${note.code.replace(/^(?=.)/gm, "  ")}\n`;
  }
}
