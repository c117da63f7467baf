import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { cp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { median } from "./alternately.js";
import { measuredApi, repository, withTemporaryFolder } from "./measured-api.js";
import { judgeTarget, type Table } from "./table.js";

const rounds = 7;

/** Measures cold runs of commands, alternating with runs of an earlier commit, on two versions of Node. */
export async function cold(): Promise<Table> {
  return withTemporaryFolder(async (folder) => {
    await cp(measuredApi.specs, join(folder, "spec"), { recursive: true });
    mkdirSync(join(folder, "node_modules"));
    const config = { specs: "spec", out: "api", package: { name: "api" }, binding: { preset: measuredApi.preset } };
    writeFileSync(join(folder, "ashlar.config.json"), JSON.stringify(config));
    const now = join(repository, "dist/cli/main.js");
    const earlier = buildEarlierCommit();
    const nodes = [
      { name: `Node ${process.versions.node}`, binary: process.execPath, target: 0.85 },
      { name: "Node 24", binary: installNode24(), target: 0.75 },
    ];
    const clean = (): void => {
      rmSync(join(folder, "api"), { recursive: true, force: true });
      rmSync(join(folder, "node_modules/.cache"), { recursive: true, force: true });
    };
    const rows = nodes.flatMap(({ name, binary, target }) =>
      (["check", "generate"] as const).map((command) => {
        const measure = (main: string): number => {
          clean();
          return processorTime(binary, main, [command], folder);
        };
        measure(now); // fills caches
        const pairs = Array.from({ length: rounds }, () => [measure(now), measure(earlier)] as const);
        const ratio = median(pairs.map(([one, other]) => one / other));
        return {
          name: `${command}, ${name} / at ${earlierCommit}`,
          values: [
            ratio,
            ...judgeTarget(ratio, { atMost: target }),
            median(pairs.map(([one]) => one)),
            median(pairs.map(([, other]) => other)),
          ],
        };
      }),
    );
    return {
      title: `Cold runs for ${measuredApi.name}, beside an earlier commit`,
      columns: ["ratio", "target", "met", "ms", "of ms"],
      rows,
      notes: [...measuredApi.warnings, "Processor time of all threads; ratios are medians of pairs of runs by turns."],
    };
  });
}

/** The commit before results were recorded, which made cold runs slower without anyone noticing. */
const earlierCommit = "15ed6c1";

/**
 * Returns the entry point of the command line at that commit, which is built once and kept in the folder for temporary
 * files.
 */
function buildEarlierCommit(): string {
  const folder = join(tmpdir(), `ashlar-bench-${earlierCommit}`);
  const main = join(folder, "dist/cli/main.js");
  if (!existsSync(main)) {
    mkdirSync(folder, { recursive: true });
    const archive = execFileSync("git", ["archive", earlierCommit], { cwd: repository, maxBuffer: 2 ** 30 });
    execFileSync("tar", ["x"], { cwd: folder, input: archive });
    const npm = (...args: readonly string[]): Buffer => execFileSync("npm", args, { cwd: folder, stdio: "pipe" });
    npm("install", "--no-audit", "--no-fund");
    npm("run", "build");
  }
  return main;
}

/**
 * Returns the binary of Node 24, which most people use, from the npm package `node`. It is kept in the folder for
 * temporary files.
 */
function installNode24(): string {
  const folder = join(tmpdir(), "ashlar-bench-node-24");
  const binary = join(folder, "node_modules/node/bin/node");
  if (!existsSync(binary)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), "{}");
    execFileSync("npm", ["install", "--no-audit", "--no-fund", "node@24"], { cwd: folder, stdio: "pipe" });
  }
  return binary;
}

/** A script that writes the CPU time of the process, including all threads, when the process ends. */
const report =
  "data:text/javascript,import { writeSync } from 'node:fs'; process.on('exit', () => { const { user, system } = process.cpuUsage(); writeSync(3, String((user + system) / 1000)); });";

/** Returns the processor time of a program, in milliseconds, with a version of Node. Throws if the program fails. */
function processorTime(node: string, program: string, args: readonly string[], cwd: string): number {
  const { status, stderr, output } = spawnSync(node, [`--import=${report}`, program, ...args], {
    cwd,
    encoding: "utf8",
    stdio: ["ignore", "ignore", "pipe", "pipe"],
  });
  if (status !== 0) {
    throw new Error(`${program} ${args.join(" ")} ended with ${String(status)}:\n${stderr}`);
  }
  return Number(output[3]);
}
