import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { median } from "./alternately.js";
import { buildEarlierCommit, earlierCommit } from "./cold/earlier-commit.js";
import { installNode24 } from "./cold/newer-node.js";
import { processorTime } from "./cold/processor-time.js";
import { measuredApi, repository, withTemporaryFolder } from "./measured-api.js";
import type { Table } from "./table.js";
import { judgeTarget } from "./target.js";

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
