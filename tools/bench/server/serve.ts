import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { ownCpu } from "../contender.js";
import type { Task } from "./scenarios.js";

/**
 * `node serve.js name task`: a server on any free port. It sends the port to its parent, and then answers messages with its
 * CPU time.
 */
const [name = "", text = ""] = process.argv.slice(2);
const server = await startServer(name, JSON.parse(text) as Task);
server.keepAliveTimeout = 0; // connections stay open while other contenders run
server.headersTimeout = 0;
server.requestTimeout = 0;
server.listen(0, "127.0.0.1", () => {
  process.on("message", () => process.send?.(ownCpu()));
  process.on("disconnect", () => process.exit());
  process.send?.((server.address() as AddressInfo).port);
});

async function startServer(name: string, task: Task): Promise<Server> {
  switch (name) {
    case "ours":
      return (await import("./ours.js")).ours(task);
    case "bare":
      // Loaded so that both heaps are of the same size: V8 collects the garbage of content much more often in a larger heap.
      await (await import("./ours.js")).ours(task);
      return (await import("./bare.js")).bare(task);
    case "fastify":
      return (await import("./fastify.js")).fastifyServer(task);
    default:
      throw new Error(`there is no server '${name}'`);
  }
}
