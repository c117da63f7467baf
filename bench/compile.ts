import { cpSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { median } from "./alternately.js";
import { processesAlternately, type Job } from "./compile/processes.js";
import { savesWatched, type Edit } from "./compile/saves.js";
import { hasStone, stoneCheck, stonePipeline } from "./compile/stone.js";
import { withTemporaryFolder, measuredApi, repository } from "./measured-api.js";
import type { Row, Table } from "./table.js";
import { judgeTarget, type Target } from "./target.js";

const main = join(repository, "dist/cli/main.js");

/** The time of the command line: whole processes, from nothing and after changes, and saves under `--watch`. */
export async function compile(): Promise<Table> {
  return withTemporaryFolder(async (folder) => {
    await makeProject(folder);
    const withStone = hasStone();
    const times = processesAlternately([...ashlarJobs(folder), ...(withStone ? stoneJobs(folder) : [])]);
    const row = (name: string, one: string, other: string, target?: Target): Row[] => {
      const [ones, others] = [times.get(one), times.get(other)];
      if (ones === undefined || others === undefined) {
        return [];
      }
      const ratio = median(ones.map((time, round) => time / (others[round] ?? NaN)));
      return [{ name, values: [ratio, ...judgeTarget(ratio, target), median(ones), median(others)] }];
    };
    const saved = await savesWatched(main, folder, edits(folder));
    return {
      title: `Compiling ${measuredApi.name}`,
      columns: ["ratio", "target", "met", "ms", "of ms"],
      rows: [
        ...row("Stone's four backends / generate, from nothing", "stone", "from nothing", { atLeast: 10 }),
        ...row("Stone's front end / check", "stone check", "check", { atLeast: 5 }),
        ...row("generate, nothing changed / an empty process", "nothing changed", "empty", { atMost: 1.5 }),
        ...row("generate, nothing changed since the run before wrote all / an empty process", "first again", "empty"),
        ...row("generate, one sentence changed / from nothing", "one sentence", "from nothing"),
        ...row("generate, one field more / from nothing", "one field", "from nothing"),
        ...row("export openapi / generate, from nothing", "export openapi", "from nothing", { atMost: 1 }),
        ...row("export json-schema / generate, from nothing", "export json-schema", "from nothing", { atMost: 1 }),
        ...[...saved].map(([name, list]) => ({ name, values: savedCells(name, median(list)) })),
      ],
      notes: [
        ...measuredApi.warnings,
        ...(withStone ? [] : ["*** LEFT OUT: Stone itself. Debian has it as python3-stone. ***"]),
        `The OpenAPI document has ${(statSync(join(folder, "openapi.json")).size / 1e6).toFixed(2)} MB; at most 3 for the Dropbox API.`,
        "Ratios are medians of the ratios of alternating runs; of saves, milliseconds are judged.",
      ],
    };
  });
}

/** A project with the specification in `spec`, and a cache folder. */
async function makeProject(folder: string): Promise<void> {
  await mkdir(join(folder, "node_modules"));
  cpSync(measuredApi.specs, join(folder, "spec"), { recursive: true });
  const config = { specs: "spec", out: "api", package: { name: "api" }, binding: { preset: measuredApi.preset } };
  writeFileSync(join(folder, "ashlar.config.json"), JSON.stringify(config));
  writeFileSync(join(folder, "empty.mjs"), "");
}

function ashlarJobs(folder: string): Job[] {
  const generate = [process.execPath, main, "generate"];
  const [largest = ""] = bySize(folder);
  let count = 0;
  const saving = (edit: (before: string, count: number) => string) => () => {
    const path = join(folder, largest);
    writeFileSync(path, edit(readFileSync(path, "utf8"), count++));
  };
  return [
    {
      name: "from nothing",
      commands: [generate],
      cwd: folder,
      prepare: () => {
        rmSync(join(folder, "api"), { recursive: true, force: true });
        rmSync(join(folder, "node_modules/.cache"), { recursive: true, force: true });
      },
    },
    { name: "first again", commands: [generate], cwd: folder },
    { name: "nothing changed", commands: [generate], cwd: folder },
    { name: "empty", commands: [[process.execPath, "empty.mjs"]], cwd: folder },
    { name: "one sentence", commands: [generate], cwd: folder, prepare: saving(otherSentence) },
    { name: "one field", commands: [generate], cwd: folder, prepare: saving(otherField) },
    exporting(folder, "openapi", "openapi.json"),
    exporting(folder, "json-schema", "schemas"),
    { name: "check", commands: [[process.execPath, main, "check", "spec"]], cwd: folder },
  ];
}

/** An export whose output is not there yet. */
function exporting(folder: string, format: string, output: string): Job {
  return {
    name: `export ${format}`,
    commands: [[process.execPath, main, "export", format]],
    cwd: folder,
    prepare: () => rmSync(join(folder, output), { recursive: true, force: true }),
  };
}

function stoneJobs(folder: string): Job[] {
  const specs = bySize(folder).map((path) => join(folder, path));
  return [
    { name: "stone", commands: stonePipeline(specs, join(folder, "stone")) },
    { name: "stone check", commands: [stoneCheck(specs)] },
  ];
}

/** The largest file and the largest one up to 125 KB, which have targets. */
function edits(folder: string): Edit[] {
  const paths = bySize(folder);
  const size = (path: string): number => readFileSync(join(folder, path)).length;
  const middle = paths.find((path) => size(path) <= 125_000);
  return [paths[0], middle].flatMap((path) => {
    if (path === undefined) {
      return [];
    }
    const file = `${path}, ${Math.round(size(path) / 1000)} KB`;
    return [
      { name: `saved, one sentence changed: ${file}`, path, text: otherSentence },
      { name: `saved, one field more or less: ${file}`, path, text: otherField },
    ];
  });
}

function savedCells(name: string, time: number): (string | number | null)[] {
  const target = Number(/(\d+) KB$/.exec(name)?.[1]) <= 125 ? 30 : 120;
  return [null, `≤ ${target} ms`, time <= target ? "yes" : "NO", time, null];
}

/** The specifications, the largest first; as paths from the folder. */
function bySize(folder: string): string[] {
  return readdirSync(join(folder, "spec"))
    .filter((name) => name.endsWith(".stone"))
    .map((name) => ({ path: join("spec", name), size: readFileSync(join(folder, "spec", name)).length }))
    .sort((a, b) => b.size - a.size)
    .map(({ path }) => path);
}

/** Puts a number before the first sentence that documents a struct, or replaces the existing number. */
function otherSentence(text: string, count: number): string {
  return text.replace(/^(struct .*\n {4}")(?:No\. \\?\d+: )?/m, `$1No. ${count}: `);
}

/** Adds a field before the first one, or removes it again. */
function otherField(text: string): string {
  const added = "    benchmark_field String?\n";
  return text.includes(added) ? text.replace(added, "") : text.replace(/^ {4}[a-z]\w* [A-Z]\w*\??\n/m, `${added}$&`);
}
