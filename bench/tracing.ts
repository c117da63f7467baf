import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { alternately, medianCost, ratio, type Contender } from "./alternately.js";
import { importModule } from "./codecs/task.js";
import { generateInto, measuredApi, repository, withTemporaryFolder } from "./measured-api.js";
import { runnable } from "./runnable.js";
import type { Task, Wire } from "./server/scenario.js";
import { metadata } from "./server/scenarios.js";
import type { Row, Table } from "./table.js";
import { judgeTarget } from "./target.js";
import { tracings } from "./tracing/around.js";

/** Returns the cost that `./otel` adds to a call, for the client and for the server. */
export async function tracing(): Promise<Table> {
  return withTemporaryFolder(async (folder) => {
    const api = join(folder, "api");
    await generateInto(api);
    await symlink(join(repository, "node_modules"), join(folder, "node_modules"));
    const serve = await runnable("server/serve.ts", join(folder, "serve"));
    const { binding } = await importModule<{ binding: Wire }>(join(api, "dist/binding.js"));
    const task: Task = { scenario: metadata, wire: binding, api, serve };
    const rows: Row[] = [];
    for (const side of ["client", "server"] as const) {
      const module = await runnable(`${side}/contender.ts`, join(folder, side));
      const rounds = await alternately(
        ["ours", ...tracings].map((name): Contender => ({ name, module, args: [name, JSON.stringify(task)] })),
      );
      const row = (name: string, other: string, limit?: number): Row => {
        const cpu = ratio(rounds, name, other, "cpu");
        const microseconds = (each: string): number => Math.round(1000 * medianCost(rounds, each, "cpu"));
        const judged = judgeTarget(cpu, limit === undefined ? undefined : { atMost: limit });
        return {
          name: `${side}: ${name} / ${other}`,
          values: [cpu, ...judged, microseconds(name), microseconds(other)],
        };
      };
      rows.push(
        row("traced without a provider", "ours", 1.03),
        row("traced into memory", "ours", 1.1),
        row("traced into memory", "traced by hand"),
      );
    }
    return {
      title: `Traced calls of ${measuredApi.name}`,
      columns: ["CPU per call", "target", "met", "CPU µs", "other's µs"],
      rows,
      notes: [
        ...measuredApi.warnings,
        "Medians of alternating rounds. By hand: one span and one measurement a call, without a context that is sent.",
      ],
    };
  });
}
