import { readFileSync } from "node:fs";
import { painter } from "../../text/diagnostics/paint.js";
import { count } from "../../text/diagnostics/summarize.js";
import type { SourceFile } from "../../text/source.js";
import { displayPath } from "../../project/paths.js";
import { UsageError } from "../../project/failure.js";
import { isCommitted } from "../../project/git-revision.js";
import { comparePackages, readPrograms } from "../../project/impact/compared-programs.js";
import { applyEdits, type Edit } from "../../project/impact/edits.js";
import { findRenamedParts, migrateProgram, type Migration } from "../../project/impact/migration.js";
import type { Impact } from "../../project/impact/impact.js";
import { loadConfig } from "../../project/load-config.js";
import { readOldNames } from "../../project/old-config.js";
import { writeChanged } from "../../project/output/replace-files.js";
import type { FilterArguments } from "../../project/load-configured.js";
import { decodeUtf8 } from "../../project/utf8.js";
import { compareSides } from "../diff/compare-sides.js";
import { hasPlace, renderImpacts, sayNotImported, sayUnknown } from "../diff/render-impact.js";
import { exitCode, usesColor } from "../report/process.js";
import { unifiedDiff } from "../report/unified-diff.js";

export interface MigrateArguments extends FilterArguments {
  readonly old: string;
  readonly new: string;
  readonly programs: readonly string[];
  readonly "dry-run": boolean;
  readonly successors: boolean;
  readonly force: boolean;
  readonly package?: string | undefined;
  readonly config?: string | undefined;
}

/** Gives programs the new names of an API, and reports what remains. Returns the exit code, which is 1 if something does. */
export async function runMigrate(args: MigrateArguments): Promise<number> {
  const loaded = await loadConfig(args.config, process.cwd());
  const outcome = await compareSides([args.old, args.new], args, loaded?.config.compat ?? {}, loaded);
  if (outcome === undefined) {
    return exitCode.usageIsWrong;
  }
  const { apis, compared } = outcome;
  const findings = compared.findings.filter(
    ({ severity, rule }) => severity !== "compatible" || (args.successors && rule.endsWith("-deprecated")),
  );
  const renamed = findRenamedParts(apis.old, apis.now, findings, args.successors);
  const projects = await readPrograms(args.programs);
  const oldNames = await readOldNames(args.old, loaded);
  const packages = await comparePackages(apis.old, apis.now, loaded, args.package, oldNames);
  const migrations = projects.map((project) => migrateProgram(project, packages, renamed, findings));
  const impacts = migrations.map(({ remaining }) => remaining);
  if (impacts.every(({ isImported }) => !isImported)) {
    throw new UsageError(`Nothing was changed: ${describeOthers(impacts, packages.name)}.`);
  }
  const { before, after } = changedFiles(migrations);
  if (args["dry-run"]) {
    process.stdout.write(after.map(({ path, text }, at) => unifiedDiff(path, before[at]?.text ?? "", text)).join(""));
  } else {
    await (args.force ? undefined : rejectUncommitted(before.map(({ path }) => path)));
    await writeChanged(before, after);
  }
  const programs = { packageName: packages.name, impacts };
  const remaining = findings.filter((finding) => hasPlace(finding, programs));
  const isDone = remaining.length === 0 && impacts.every(({ errors }) => errors.length === 0);
  const stream = args["dry-run"] ? process.stderr : process.stdout;
  stream.write(describeEdits(migrations, args["dry-run"]));
  stream.write(
    isDone
      ? describeUnknown(impacts, packages.name)
      : renderImpacts(programs, remaining, painter(usesColor(stream, process.env)), false),
  );
  return isDone ? exitCode.done : exitCode.specIsWrong;
}

/** Returns the files that change, before and after. A file of several programs has the edits of each. */
function changedFiles(migrations: readonly Migration[]): {
  readonly before: readonly SourceFile[];
  readonly after: readonly SourceFile[];
} {
  const edits = new Map<string, Map<number, Edit>>();
  for (const [file, ofProgram] of migrations.flatMap((migration) => [...migration.edits])) {
    const all = edits.get(file) ?? new Map<number, Edit>();
    ofProgram.forEach((edit) => all.set(edit.start, edit));
    edits.set(file, all);
  }
  const before = [...edits.keys()].sort().map((file) => ({ path: displayPath(file), text: readText(file) }));
  const after = [...edits.keys()].sort().map((file, at) => {
    const { path, text } = before[at] ?? { path: file, text: "" };
    // The compiler reads a file without its byte order mark.
    const mark = text.startsWith("\uFEFF") ? 1 : 0;
    const sorted = [...(edits.get(file)?.values() ?? [])].sort((a, b) => a.start - b.start);
    return { path, text: text.slice(0, mark) + applyEdits(text.slice(mark), sorted) };
  });
  return { before, after };
}

function readText(file: string): string {
  const text = decodeUtf8(readFileSync(file));
  if (typeof text !== "string") {
    throw new UsageError(
      `${displayPath(file)}:${text.line}:${text.column} is not UTF-8, so that the file cannot be changed.`,
    );
  }
  return text;
}

/** Throws a UsageError if a file has changes that Git could not bring back. */
async function rejectUncommitted(files: readonly string[]): Promise<void> {
  const uncommitted: string[] = [];
  for (const file of files) {
    if (!(await isCommitted(file))) {
      uncommitted.push(file);
    }
  }
  if (uncommitted.length > 0) {
    throw new UsageError(
      `Nothing was changed, because these files are not committed to Git: ${uncommitted.join(", ")}. ` +
        "Commit them, or pass '--force'.",
    );
  }
}

function describeEdits(migrations: readonly Migration[], isDryRun: boolean): string {
  const places = new Set(
    migrations.flatMap(({ edits }) =>
      [...edits].flatMap(([file, ofFile]) => ofFile.map(({ start }) => `${file}:${start}`)),
    ),
  );
  const files = new Set(migrations.flatMap(({ edits }) => [...edits.keys()]));
  return places.size === 0
    ? "No name has to be changed.\n"
    : `${isDryRun ? "Would change" : "Changed"} ${count(places.size, "name")} in ${count(files.size, "file")}.\n`;
}

/** Names the programs that do not import the package. */
function describeOthers(impacts: readonly Impact[], packageName: string): string {
  const others = impacts.filter(({ isImported }) => !isImported).map(({ project }) => displayPath(project));
  return `${others.join(", ")} ${sayNotImported(packageName)}`;
}

/** Describes what could not be read: programs that do not import the package, and what they treat as `any`. */
function describeUnknown(impacts: readonly Impact[], packageName: string): string {
  return [
    ...(impacts.every(({ isImported }) => isImported) ? [] : [`${describeOthers(impacts, packageName)}.\n`]),
    ...impacts.flatMap((impact) => sayUnknown(impact, packageName)).map((sentence) => `${sentence}\n`),
  ].join("");
}
