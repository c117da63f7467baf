import { answer, startChild } from "../child.js";
import { contendWith } from "../contender.js";
import { connectionsTo, sendOn } from "./connections.js";
import { requestBytes } from "./request-text.js";
import { content, type Task } from "./scenario.js";

/** The number of concurrent calls. */
const connectionCount = 32;

/** `node contender.js name task`: starts a server in a separate process, and contends with the calls that it handles. */
const [name = "", text = ""] = process.argv.slice(2);
const { serve, scenario, wire } = JSON.parse(text) as Task;
const { child: server, said: port } = await startChild(serve, [name, text]);
process.on("exit", () => server.kill());
process.on("SIGTERM", () => process.exit());

const request = requestBytes({ ...scenario, token: "some-token", content: content() }, wire);
const connections = await connectionsTo(Number(port), connectionCount);

await contendWith({
  run: (calls) => sendOn(connections, calls, () => request, expect),
  cpu: cpuOfServer,
  roundTime: 200,
});

function expect(status: number): void {
  if (status !== scenario.status) {
    throw new Error(`The server has answered with the status ${status}`);
  }
}

async function cpuOfServer(): Promise<number> {
  const cpu = answer(server);
  server.send("cpu");
  return Number(await cpu);
}
