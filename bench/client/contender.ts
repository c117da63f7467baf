import { startChild } from "../child.js";
import { contendWith, ownCpu } from "../contender.js";
import type { Task } from "../server/scenario.js";
import { createCall } from "./calls.js";

/** How many calls are under way at a time. */
const parallelCalls = 32;

/** `node contender.js name task`: starts a bare server in a process of its own, and contends with calls of it. */
const [name = "", text = ""] = process.argv.slice(2);
const task = JSON.parse(text) as Task;
const { child: server, said: port } = await startChild(task.serve, ["bare", text]);
process.on("exit", () => server.kill());
process.on("SIGTERM", () => process.exit());

const call = await createCall(name, task, `http://127.0.0.1:${String(port)}`);

await contendWith({ run, cpu: ownCpu, roundTime: 200 });

/** Makes so many calls. */
async function run(calls: number): Promise<void> {
  let left = calls;
  const caller = async (): Promise<void> => {
    while (left-- > 0) {
      latest = await call();
    }
  };
  await Promise.all(Array.from({ length: parallelCalls }, caller));
}

/**
 * The last result, exported so that no engine may leave out the work for it.
 *
 * @public
 */
export let latest: unknown;
