import { startChild } from "../child.js";
import { contendWith, ownCpu } from "../contender.js";
import type { Task } from "../server/scenario.js";
import { createCall } from "./calls.js";

/** The number of concurrent calls. */
const parallelCalls = 32;

/** `node contender.js name task`: starts a bare server in a separate process, and contends with calls to it. */
const [name = "", text = ""] = process.argv.slice(2);
const task = JSON.parse(text) as Task;
const { child: server, said: port } = await startChild(task.serve, ["bare", text]);
process.on("exit", () => server.kill());
process.on("SIGTERM", () => process.exit());

const call = await createCall(name, task, `http://127.0.0.1:${String(port)}`);

await contendWith({ run, cpu: ownCpu, roundTime: 200 });

/** Makes a number of calls. */
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
 * The last result, exported so that the engine cannot eliminate the work.
 *
 * @public
 */
export let latest: unknown;
