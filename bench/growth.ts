import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { median } from "./alternately.js";
import { copySources } from "./growth/copies.js";
import { runMeasured, type Run } from "./growth/measured-run.js";
import { withTemporaryFolder, measuredApi, repository } from "./measured-api.js";
import { moveAway } from "./move-away.js";
import type { Row, Table } from "./table.js";
import { judgeTarget } from "./target.js";

const program = join(repository, "dist/cli/main.js");
const factors = [1, 3, 10];
const rounds = 5;

/** The arguments of the commands for a copy. */
const commands = { check: ["spec"], generate: ["spec", "--out", "out"], docs: ["spec", "--out", "out"] } as const;
type Command = keyof typeof commands;

/** Whether the cost grows faster than the specification, with three and ten copies of it. */
export async function growth(): Promise<Table> {
  return withTemporaryFolder((folder) => {
    factors.forEach((factor) => writeCopies(factor, createProject(folder, factor)));
    const names: readonly Command[] = ["check", "generate", "docs"];
    const rows = names.flatMap((command) => toRows(command, measure(command, folder)));
    return Promise.resolve({
      title: `Compiling copies of ${measuredApi.name}`,
      columns: ["growth", "target", "met", "cost", "of one copy"],
      rows,
      notes: [
        ...measuredApi.warnings,
        "Medians of alternating runs; the growth is the cost / that of one copy / copies.",
      ],
    });
  });
}

function createProject(folder: string, factor: number): string {
  return join(folder, String(factor));
}

function writeCopies(factor: number, project: string): void {
  mkdirSync(join(project, "spec"), { recursive: true });
  const files = readdirSync(measuredApi.specs)
    .filter((path) => path.endsWith(".stone"))
    .map((path) => ({ path, text: readFileSync(join(measuredApi.specs, path), "utf8") }));
  for (const { path, text } of copySources(files, factor)) {
    writeFileSync(join(project, "spec", path), text);
  }
}

/** Returns the runs for each factor, round by round, and the runs of an empty process. */
function measure(command: Command, folder: string): ReadonlyMap<number, readonly Run[]> {
  const runs = new Map([0, ...factors].map((factor) => [factor, [] as Run[]]));
  for (let round = 0; round < rounds; round++) {
    runs.get(0)?.push(runMeasured(undefined, [], folder));
    for (const factor of factors) {
      const project = createProject(folder, factor);
      moveAway(join(project, "out"));
      runs.get(factor)?.push(runMeasured(program, [command, ...commands[command]], project));
    }
  }
  return runs;
}

function toRows(command: Command, runs: ReadonlyMap<number, readonly Run[]>): Row[] {
  return (["time", "memory"] as const).flatMap((part) => {
    const cost = (factor: number): number =>
      median((runs.get(factor) ?? []).map((run, round) => run[part] - (runs.get(0)?.[round]?.[part] ?? NaN)));
    return factors.slice(1).map((factor) => {
      const ratio = cost(factor) / cost(1) / factor;
      const unit = part === "time" ? "ms" : "MB";
      return {
        name: `${command}, ${unit}, ${factor} copies`,
        values: [ratio, ...judgeTarget(ratio, { atMost: 1.1 }), cost(factor), cost(1)],
      };
    });
  });
}
