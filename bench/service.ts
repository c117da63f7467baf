import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { runStatement, startPostgres } from "../service/test/support/postgres.js";
import { alternately, medianCost, ratio, type Contender, type Rounds } from "./alternately.js";
import { startChild } from "./child.js";
import { importModule } from "./codecs/task.js";
import { withTemporaryFolder, repository } from "./measured-api.js";
import { runnable } from "./runnable.js";
import type { Wire } from "./server/scenario.js";
import { scenarios } from "./service/scenarios.js";
import { store } from "./service/store.js";
import type { Sustained, Task } from "./service/task.js";
import type { Row, Table } from "./table.js";
import { judgeTarget } from "./target.js";

const columns = [
  "calls per second",
  "CPU per call",
  "calls/s",
  "bare's calls/s",
  "CPU µs",
  "bare's CPU µs",
  "calls sustained",
  "errors",
  "heap's growth",
  "target",
  "met",
  "heap MB: warm",
  "at the end",
  "RSS MB: warm",
  "at the end",
  "peak",
];

/**
 * Returns the cost of calls for the service, compared with the same SQL in handlers on bare `node:http` and `pg`, and
 * under sustained load.
 */
export async function service(): Promise<Table> {
  const title = "Calls that the service answers on a PostgreSQL server";
  return withTemporaryFolder(async (folder) => {
    await symlink(join(repository, "node_modules"), join(folder, "node_modules"));
    const postgres = await startPostgres(join(folder, "postgres"));
    if (postgres === undefined) {
      return { title, columns, rows: [], notes: ["*** LEFT OUT: there is no PostgreSQL here ***"] };
    }
    try {
      const tasks = await prepareTasks(folder, postgres.url);
      const contender = await runnable("service/contender.ts", join(folder, "contender"));
      const sustained = await runnable("service/sustained.ts", join(folder, "sustained"));
      const rows: Row[] = [];
      for (const task of tasks) {
        rows.push(toRow(task, await rounds(task, contender), await measureSustained(task, sustained)));
      }
      return {
        title,
        columns,
        rows,
        notes: [
          "The first number is the service's as a multiple of the bare one's, likewise CPU per call: medians of alternating rounds.",
        ],
      };
    } finally {
      await postgres.stop();
    }
  });
}

/** Fills a database. Returns the tasks. */
async function prepareTasks(folder: string, url: string): Promise<Task[]> {
  const serve = await runnable("service/serve.ts", join(folder, "serve"));
  const { binding } = await importModule<{ binding: Wire }>(join(repository, "generated/dist/binding.js"));
  await runStatement(`${url}postgres`, "create database service");
  const place = {
    service: join(repository, "service/dist"),
    databaseUrl: `${url}service`,
    folder: join(folder, "data"),
  };
  const stored = await store(place, serve);
  return scenarios.map(({ name }) => ({ scenario: name, wire: binding, stored, serve }));
}

function rounds(task: Task, module: string): Promise<Rounds> {
  return alternately(["ours", "bare"].map((name): Contender => ({ name, module, args: [name, JSON.stringify(task)] })));
}

async function measureSustained(task: Task, module: string): Promise<Sustained> {
  const { child, said } = await startChild(module, [JSON.stringify(task)]);
  child.kill();
  return said as Sustained;
}

function toRow({ scenario }: Task, measured: Rounds, { calls, failed, before, peak, after }: Sustained): Row {
  const perSecond = (name: string): number => Math.round(1000 / medianCost(measured, name));
  const [heapBefore, heapAfter] = [before.heap ?? NaN, after.heap ?? NaN];
  const growth = heapAfter / heapBefore;
  const microseconds = (name: string): number => Math.round(1000 * medianCost(measured, name, "cpu"));
  return {
    name: scenario,
    values: [
      ratio(measured, "bare", "ours"),
      ratio(measured, "ours", "bare", "cpu"),
      perSecond("ours"),
      perSecond("bare"),
      microseconds("ours"),
      microseconds("bare"),
      calls,
      failed,
      growth,
      ...judgeTarget(growth, { atMost: 1.1 }),
      megabytes(heapBefore),
      megabytes(heapAfter),
      megabytes(before.memory),
      megabytes(after.memory),
      megabytes(peak),
    ],
  };
}

function megabytes(bytes: number): number {
  return bytes / 1_000_000;
}
