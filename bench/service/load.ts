import { answer, quiet, startChild } from "../child.js";
import { connectionsTo, sendOn } from "../server/connections.js";
import { requestBytes } from "../server/request-text.js";
import { scenarios } from "./scenarios.js";
import { userCount } from "./stored.js";
import type { Task, Usage } from "./task.js";

/** A server in a separate process, and the calls to it. */
export interface Load {
  /** Makes a number of calls, with all users concurrently. Returns how many calls failed. */
  run(calls: number): Promise<number>;
  /** Returns the resources that the server has used; with `collect`, after a garbage collection. */
  usage(collect?: boolean): Promise<Usage>;
}

/** Starts a server, which is killed when this process ends. */
export async function startLoad(name: string, task: Task): Promise<Load> {
  const { stored, wire } = task;
  const scenario = scenarios.find((each) => each.name === task.scenario);
  if (scenario === undefined) {
    throw new Error(`there are no calls '${task.scenario}'`);
  }
  const { child: server, said: port } = await startChild(task.serve, [name, JSON.stringify(stored)], quiet);
  process.on("exit", () => server.kill());
  process.on("SIGTERM", () => process.exit());
  return {
    async run(calls) {
      let failed = 0;
      // New connections, because the service closes idle ones, and they are idle while other contenders run.
      const connections = await connectionsTo(Number(port), userCount);
      await sendOn(
        connections,
        calls,
        (user) => requestBytes(scenario.next(stored, user), wire),
        (status) => (failed += status === 200 ? 0 : 1),
      );
      for (const connection of connections) {
        connection.close();
      }
      return failed;
    },
    async usage(collect = false) {
      const usage = answer(server);
      server.send(collect ? "collect" : "tell");
      return (await usage) as Usage;
    },
  };
}
