import { count } from "../../text/diagnostics/summarize.js";
import { resolve } from "node:path";
import type { PrintedFile } from "../../generator/code/module.js";
import { Compiler } from "../../compiler/compiler.js";
import { diff } from "../../diff/diff.js";
import type { Report } from "../../diff/report.js";
import { resolveBinding } from "../../generator/facts/binding-options.js";
import type { Api } from "../../ir/api.js";
import type { Note } from "../../exports/notes/catalogue.js";
import { buildSite } from "../../site/build.js";
import type { ExplorerTargets } from "../../site/explorer-targets.js";
import { checkOutputFolder, packageOptions } from "../../project/configured-package.js";
import { compareFolder } from "../../project/output/compare-folder.js";
import { readSide } from "../../project/compared-side.js";
import { onEndSignal } from "../../project/end-signals.js";
import { exitCode } from "../report/process.js";
import { UsageError } from "../../project/failure.js";
import { apiForPackage } from "../../project/generate/generate-package.js";
import { loadConfigured, readInput, type ConfigArguments, type Configured } from "../../project/load-configured.js";
import { siteManifest } from "../../project/output/manifest.js";
import { cleanFolder, writeFolder } from "../../project/output/output-folder.js";
import { displayPath } from "../../project/paths.js";
import { readIfExists } from "../../project/read-if-exists.js";
import { printDiagnostics } from "../report/print-diagnostics.js";
import { reportDifference, reportWritten } from "../report/output-files.js";
import { watchSpecs } from "../../project/watch.js";
import { runGuides } from "./run-guides.js";
import { reportExcessWarnings, withoutQuieted, type WarningArguments } from "../options.js";
import { readFile } from "node:fs/promises";
import { ownFile } from "../../project/own-file.js";
import { glob } from "tinyglobby";
import type { Guide, GuideProblem } from "../../site/guides/guide.js";
import { parseGuide } from "../../site/guides/parse-guide.js";

export interface DocsArguments extends ConfigArguments, WarningArguments {
  readonly out?: string | undefined;
  readonly base?: string | undefined;
  readonly "link-base"?: string | undefined;
  readonly since?: string | undefined;
  readonly explorer?: ExplorerTargets | undefined;
  readonly caller?: readonly string[] | undefined;
  readonly check?: boolean | undefined;
  readonly clean?: boolean | undefined;
  readonly "check-guides"?: boolean | undefined;
  readonly watch?: boolean | undefined;
}

const usage = "ashlar docs spec";

/** Writes a documentation site, compares it with the output folder, or removes it. Returns the exit code. */
export async function runDocs(args: DocsArguments): Promise<number> {
  const base = checkUrl("--base", args.base, "/");
  const linkBase = checkUrl("--link-base", args["link-base"]);
  const configured = await loadConfigured(args, usage);
  const folder = args.out === undefined ? resolve(configured.directory, "site") : resolve(args.out);
  const interrupt = new AbortController();
  const forget = onEndSignal(() => interrupt.abort(new UsageError("Interrupted. Nothing has been changed.")));
  try {
    if (args.clean === true) {
      return reportWritten(folder, await cleanFolder(folder, interrupt.signal, siteManifest));
    }
    if (args["check-guides"] === true && configured.config.docs?.guides === undefined) {
      throw new UsageError("There are no guides to check: the configuration has no 'docs.guides'.");
    }
    const checked = { ...args, base, "link-base": linkBase };
    if (args.watch === true) {
      return await watch(checked, configured, folder, interrupt.signal);
    }
    return await write(checked, configured, folder, interrupt.signal);
  } finally {
    forget();
  }
}

/** Returns the URL in an option, and appends `end` if it is missing. Throws a UsageError if the option is not a URL. */
function checkUrl(option: string, url: string | undefined, end = ""): string | undefined {
  if (url === undefined) {
    return undefined;
  }
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new UsageError(`'${option}' must be a URL with http or https, such as https://api.example.com/docs/.`);
  }
  return url.endsWith(end) ? url : url + end;
}

/** Writes the site, and rewrites it after each change, until the process is interrupted. */
async function watch(
  args: DocsArguments,
  configured: Configured,
  folder: string,
  interrupted: AbortSignal,
): Promise<number> {
  if (args.specs?.includes("-") === true) {
    throw new UsageError("Standard input, '-', cannot be watched.");
  }
  const compiler = new Compiler();
  let first: Promise<number> | undefined;
  // Watching starts first, so that no change during the first run is lost.
  const folders = await watchSpecs(await withDocsFiles(configured), async () => {
    await first;
    await write(args, await loadConfigured(args, usage), folder, interrupted, compiler);
  });
  try {
    const stopped = new Promise<void>((done) => interrupted.addEventListener("abort", () => done()));
    first = write(args, configured, folder, interrupted, compiler);
    await first;
    process.stdout.write("Watching for changes. Press Ctrl-C to stop.\n");
    await stopped;
    return exitCode.done;
  } finally {
    folders.close();
  }
}

/** Adds the guides and the logo to the files of a configuration, so that they are watched, too. */
async function withDocsFiles(configured: Configured): Promise<Configured> {
  const { config, directory, files } = configured;
  const { logo, guides: pattern } = config.docs ?? {};
  const { guides } = await readGuides(pattern, directory);
  const inputPaths = [
    ...guides.map(({ path }) => resolve(path)),
    ...(logo === undefined ? [] : [resolve(directory, logo)]),
  ];
  return { ...configured, files: [...files, ...inputPaths] };
}

async function write(
  args: DocsArguments,
  configured: Configured,
  folder: string,
  interrupted: AbortSignal,
  compiler = new Compiler("once"),
): Promise<number> {
  const input = await readInput(configured);
  const { config, directory, specs } = input;
  checkOutputFolder(folder, directory, specs);
  const { api, diagnostics } = apiForPackage(input, compiler.compile(specs));
  const reportedDiagnostics = withoutQuieted(diagnostics, args);
  if (reportedDiagnostics.length > 0) {
    printDiagnostics(reportedDiagnostics, specs, "pretty");
  }
  if (api === undefined) {
    return exitCode.specIsWrong;
  }
  const since = args.since === undefined ? undefined : await compare(args.since, api, configured);
  const { guides, problems: wrongForms } = await readGuides(config.docs?.guides, directory);
  const runs = await runGuides(guides, input);
  const { files, notes, problems } = buildSite(api, {
    ...packageOptions(config, directory),
    guides,
    outputs: runs.outputs,
    out: config.out,
    base: args.base,
    linkBase: args["link-base"],
    logo: await readLogo(config.docs?.logo, directory),
    callers: args.caller,
    explorer: args.explorer,
    since,
  });
  printNotes(notes);
  const wrong = [...wrongForms, ...problems, ...runs.problems];
  if (wrong.length > 0) {
    process.stderr.write(wrong.map(({ path, line, message }) => `error: ${path}:${line}: ${message}\n`).join(""));
    return exitCode.specIsWrong;
  }
  if (args["check-guides"] === true) {
    process.stdout.write(`${count(guides.length, "guide")} checked.\n`);
    return exitCode.done;
  }
  const assets = await readSiteAssets();
  const shared = assets.filter(({ path }) => path !== "explorer.js" || args.explorer !== "off");
  const all = both(shared, files);
  const code =
    args.check === true
      ? reportDifference(folder, await compareFolder(folder, [...all], siteManifest), "docs")
      : reportWritten(folder, await writeFolder(folder, all, interrupted, undefined, siteManifest));
  return reportExcessWarnings(diagnostics, args) ? exitCode.specIsWrong : code;
}

/** Returns the text of the logo. Throws a UsageError if it cannot be read. */
async function readLogo(path: string | undefined, directory: string): Promise<string | undefined> {
  if (path === undefined) {
    return undefined;
  }
  const text = await readIfExists(resolve(directory, path));
  if (text === undefined || !/<svg[\s>]/.test(text)) {
    throw new UsageError(
      `'docs.logo' has '${path}', which is ${text === undefined ? "not there" : "not an SVG file"}.`,
    );
  }
  return text;
}

function* both(first: Iterable<PrintedFile>, second: Iterable<PrintedFile>): Generator<PrintedFile> {
  yield* first;
  yield* second;
}

/** Returns the changes since a baseline. Throws a UsageError if the baseline has errors. */
async function compare(baseline: string, api: Api, { config, files }: Configured): Promise<Report> {
  const path = files[0];
  const loaded = path === undefined ? undefined : { config, path, files };
  const old = await readSide(baseline, loaded, config);
  if (old.api === undefined) {
    printDiagnostics(
      old.diagnostics.filter(({ severity }) => severity === "error"),
      old.files,
      "pretty",
    );
    throw new UsageError(`The baseline ${baseline} has errors.`);
  }
  return diff(old.api, api, { attributes: resolveBinding(config.binding ?? {}).attributes });
}

function printNotes(notes: readonly Note[]): void {
  process.stderr.write(notes.map(({ code, place, reason }) => `note[${code}] ${place}: ${reason}\n`).join(""));
}

/** Returns the style sheet and the script that are copied into every documentation site. */
export async function readSiteAssets(): Promise<PrintedFile[]> {
  return JSON.parse(await readFile(ownFile("dist/site.json"), "utf8")) as PrintedFile[];
}

interface Guides {
  /** The guides in the order of their front matter, then by file. */
  readonly guides: readonly Guide[];
  readonly problems: readonly GuideProblem[];
}

/** Reads the guides of a configuration. Throws a UsageError if the pattern matches no files. */
async function readGuides(pattern: string | undefined, directory: string): Promise<Guides> {
  if (pattern === undefined) {
    return { guides: [], problems: [] };
  }
  const paths = await glob(pattern, { cwd: directory, ignore: ["**/node_modules/**"] });
  const files = paths.filter((path) => path.endsWith(".md")).sort();
  if (files.length === 0) {
    throw new UsageError(`'docs.guides' has '${pattern}', but there is no .md file at it.`);
  }
  const parsed = await Promise.all(
    files.map(async (file) => {
      const path = resolve(directory, file);
      return parseGuide(displayPath(path).replaceAll("\\", "/"), await readFile(path, "utf8"));
    }),
  );
  return {
    guides: parsed.map(({ guide }) => guide).sort((a, b) => a.order - b.order),
    problems: parsed.flatMap(({ problems }) => problems),
  };
}
