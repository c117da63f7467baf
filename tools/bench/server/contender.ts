import { answer, startChild } from "../alternately.js";
import { contendWith } from "../contender.js";
import { connectionsTo, sendOn } from "./connections.js";
import { content, type Task, type Wire } from "./scenarios.js";

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

/** A call to serialize. */
interface Request {
  /** The route, such as `files/get_metadata`. */
  readonly route: string;
  readonly style: "rpc" | "upload" | "download";
  /** The JSON text of the argument; empty if there is none. */
  readonly arg: string;
  readonly token: string;
  /** The content of an upload. */
  readonly content?: Uint8Array;
}

/** Returns the bytes of a request, as a client with a persistent connection would send them. */
function requestBytes({ route, style, arg, token, content }: Request, { prefix, headers }: Wire): Uint8Array {
  const body =
    style === "upload" ? (content ?? new Uint8Array()) : new TextEncoder().encode(style === "rpc" ? arg : "");
  const lines = [
    `POST ${prefix}${route} HTTP/1.1`,
    "Host: 127.0.0.1",
    `Authorization: Bearer ${token}`,
    ...(style === "rpc" ? [] : [`${headers.arg}: ${arg}`]),
    ...(style === "rpc" && arg !== "" ? ["Content-Type: application/json"] : []),
    ...(style === "upload" ? ["Content-Type: application/octet-stream"] : []),
    `Content-Length: ${body.byteLength}`,
  ];
  return Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`), body]);
}
