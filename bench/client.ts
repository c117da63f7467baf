import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { alternately, medianCost, ratio, type Contender, type Rounds } from "./alternately.js";
import { importModule } from "./codecs/task.js";
import { generateInto, withTemporaryFolder, measuredApi, repository } from "./measured-api.js";
import { runnable } from "./runnable.js";
import { metadata } from "./server/scenarios.js";
import type { Task, Wire } from "./server/scenario.js";
import type { Row, Table } from "./table.js";

/** Returns the cost of calls for the generated client, compared with `fetch` without checks and with the SDK. */
export async function client(): Promise<Table> {
  return withTemporaryFolder(async (folder) => {
    const api = join(folder, "api");
    await generateInto(api);
    await symlink(join(repository, "node_modules"), join(folder, "node_modules"));
    const module = await runnable("client/contender.ts", join(folder, "contender"));
    const serve = await runnable("server/serve.ts", join(folder, "serve"));
    const { binding } = await importModule<{ binding: Wire }>(join(api, "dist/binding.js"));
    const task: Task = { scenario: metadata, wire: binding, api, serve };
    const others = ["fetch", ...(measuredApi.preset === "dropbox" ? ["dropbox"] : [])];
    const rounds = await alternately(
      ["ours", ...others].map((name): Contender => ({ name, module, args: [name, JSON.stringify(task)] })),
    );
    return {
      title: `Calls of ${measuredApi.name} that a client makes`,
      columns: ["calls per second", "CPU per call", "calls/s", "other's calls/s"],
      rows: others.map((other) => toRow(other, rounds)),
      notes: [
        ...measuredApi.warnings,
        "The first number is ours as a multiple of the other's, likewise CPU per call: medians of alternating rounds.",
      ],
    };
  });
}

function toRow(other: string, rounds: Rounds): Row {
  const perSecond = (name: string): number => Math.round(1000 / medianCost(rounds, name));
  return {
    name: `${metadata.name}: ours / ${other}`,
    values: [ratio(rounds, other, "ours"), ratio(rounds, "ours", other, "cpu"), perSecond("ours"), perSecond(other)],
  };
}
