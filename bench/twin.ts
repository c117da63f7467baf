import { join } from "node:path";
import { alternately, medianCost, ratio, type Contender } from "./alternately.js";
import { generateInto, measuredApi, withTemporaryFolder } from "./measured-api.js";
import { runnable } from "./runnable.js";
import type { Table } from "./table.js";

/** Returns the cost of a call of the Twin in memory, compared with the cost of its request and response alone. */
export async function twin(): Promise<Table> {
  return withTemporaryFolder(async (folder) => {
    const api = join(folder, "api");
    await generateInto(api, { twin: true });
    const module = await runnable("twin/contender.ts", join(folder, "contender"));
    const contenders = ["twin", "messages"].map((name): Contender => ({ name, module, args: [name, api] }));
    const rounds = await alternately(contenders);
    const microseconds = (name: string): number => Math.round(1000 * medianCost(rounds, name, "cpu"));
    return {
      title: `Calls of ${measuredApi.name} that the Twin answers`,
      columns: ["CPU per call", "CPU µs", "other's µs"],
      rows: [
        {
          name: "files/get_metadata: the Twin / the request and the response alone",
          values: [ratio(rounds, "twin", "messages", "cpu"), microseconds("twin"), microseconds("messages")],
        },
      ],
      notes: [
        ...measuredApi.warnings,
        "The first number is a multiple of the other's CPU per call: the median of alternating rounds.",
      ],
    };
  });
}
