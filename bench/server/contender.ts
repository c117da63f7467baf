import { answer, started } from "../child.js";
import { contendWith } from "../contender.js";
import { Connection } from "./connection.js";
import { requestBytes } from "./request-text.js";
import type { Task } from "./scenario.js";

/** How many calls are under way at a time. */
const connectionCount = 32;

/** `node contender.js name task`: starts a server in a process of its own, and contends with the calls it answers. */
const [name = "", text = ""] = process.argv.slice(2);
const { serve, scenario, wire } = JSON.parse(text) as Task;
const { child: server, said: port } = await started(serve, [name, text]);
process.on("exit", () => server.kill());
process.on("SIGTERM", () => process.exit());

const request = requestBytes(scenario, wire);
const connections = await Promise.all(
  Array.from({ length: connectionCount }, () => Connection.to(Number(port), request, scenario.status)),
);

await contendWith({ run, cpu: cpuOfServer, roundTime: 200 });

/** Has the server answer so many calls, on all connections at once. */
async function run(calls: number): Promise<void> {
  let left = calls;
  await Promise.all(
    connections.map(
      (connection) =>
        new Promise<void>((resolve) => {
          const next = (): void => {
            if (left-- > 0) {
              connection.send(next);
            } else {
              resolve();
            }
          };
          next();
        }),
    ),
  );
}

async function cpuOfServer(): Promise<number> {
  const cpu = answer(server);
  server.send("cpu");
  return Number(await cpu);
}
