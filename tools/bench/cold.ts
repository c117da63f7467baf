import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { median } from "./alternately.js";
import { node24 } from "./installed-peers.js";
import { cleanProject, makeProject, repository, withTemporaryFolder } from "./measured-api.js";
import { processCost } from "./process-cost.js";
import { judgeTarget, type Table } from "./table.js";

const rounds = 7;

/** Measures cold runs of commands, alternating with runs of an earlier commit, on two versions of Node. */
export async function cold(): Promise<Table> {
  return withTemporaryFolder(async (folder) => {
    await makeProject(folder);
    const now = join(repository, "dist/cli/main.js");
    const earlier = buildEarlierCommit();
    const nodes = [
      { name: `Node ${process.versions.node}`, binary: process.execPath, target: 0.85 },
      { name: "Node 24", binary: node24(), target: 0.75 },
    ];
    const rows = nodes.flatMap(({ name, binary, target }) =>
      (["check", "generate"] as const).map((command) => {
        const measure = (main: string): number => {
          cleanProject(folder);
          return processCost([binary, main, command], folder).cpuMs;
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
      columns: ["ratio", "target", "met", "ms", "of ms"],
      rows,
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
