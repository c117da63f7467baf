import { createServer, type Server } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { afterEach, vi } from "vitest";
import { toNodeListener } from "../../../templates/runtime/server/node.js";
import type { Route } from "../../../templates/runtime/routes/route.js";
import type { ServerOptions } from "../../../templates/runtime/server/options.js";
import type { ServerRoute } from "../../../templates/runtime/server/server-route.js";
import { createServerCore } from "../../../templates/runtime/server/server.js";
import { binding, copy, withAttributes, type CopyArg, type CopyError, type Metadata } from "../rpc-samples.js";

/** Routes with content, and servers of them on this machine, for the tests of servers. */

export const save: Route<CopyArg, Metadata, CopyError> = {
  ...withAttributes(copy, { style: "upload" }),
  name: "files/save",
  version: 1,
  path: "files/save",
};

export const load: Route<CopyArg, Metadata, CopyError> = {
  ...withAttributes(copy, { style: "download" }),
  name: "files/load",
  version: 1,
  path: "files/load",
};

/** Waits for what will come, however slow the machine is. */
export const until = (condition: () => boolean): Promise<boolean> => vi.waitUntil(condition, { timeout: 500_000 });

const opened: (Server | Socket)[] = [];

/** Closes what a test has opened. */
export function closeAfterEach(): void {
  afterEach(() => {
    for (const each of opened.splice(0)) {
      if ("closeAllConnections" in each) {
        each.closeAllConnections();
        each.close();
      } else {
        each.destroy();
      }
    }
  });
}

export interface Running {
  readonly port: number;
  readonly url: string;
  readonly errors: unknown[];
}

/** Serves until the test ends all callers with the token `good`. */
export async function serve(
  routes: readonly ServerRoute[],
  options: Partial<ServerOptions<unknown>> = {},
): Promise<Running> {
  const errors: unknown[] = [];
  const core = createServerCore<unknown>(binding, routes, {
    authenticate: ({ token }) => (token === "good" ? "somebody" : undefined),
    onError: (error) => errors.push(error),
    ...options,
  });
  const server = createServer(toNodeListener({ core }));
  opened.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { port, url: `http://127.0.0.1:${port}/2/`, errors };
}

/** A connection to write bytes to, and what has come back on it so far, a character for each byte. */
export function rawConnection(port: number): {
  readonly socket: Socket;
  readonly received: () => string;
  readonly closed: Promise<void>;
} {
  let text = "";
  const socket = connect(port, "127.0.0.1");
  opened.push(socket);
  socket.on("data", (chunk: Buffer) => (text += chunk.toString("latin1")));
  socket.on("error", () => undefined);
  return { socket, received: () => text, closed: new Promise((resolve) => socket.on("close", () => resolve())) };
}

/** The status of each answer that came on a connection. */
export function statuses(received: string): string[] {
  return received.match(/HTTP\/1\.1 \d{3}/g)?.map((line) => line.slice(-3)) ?? [];
}
