import { createServer, type AddressInfo, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/** A server that is no HTTP server: it can break off anywhere. */
export interface RawServer {
  readonly url: string;
  /** The beginnings of the requests that have come, up to the first byte of their bodies. */
  readonly heads: string[];
  /** The connections with a request that are open. Platforms open one more now and then, and have no use for it. */
  readonly sockets: ReadonlySet<Socket>;
}

/** A server for one test, which is reported the number of a connection, from 0, as soon as the head of its request is there. */
export async function rawServer(answer: (socket: Socket, index: number) => void): Promise<RawServer> {
  const heads: string[] = [];
  const sockets = new Set<Socket>();
  const all: Socket[] = [];
  const server = createServer((socket) => {
    let text = "";
    let isHead = true;
    all.push(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => undefined);
    socket.on("data", (data: Buffer) => {
      text += isHead ? data.toString("latin1") : "";
      const end = text.indexOf("\r\n\r\n");
      if (isHead && end >= 0) {
        isHead = false;
        sockets.add(socket);
        heads.push(text.slice(0, end));
        answer(socket, heads.length - 1);
      }
    });
  });
  onTestFinished(() => {
    all.forEach((socket) => socket.destroy());
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, heads, sockets };
}

/** A response as it travels; the connection is not used again. Each header is a line of its own. */
export function responseText(status: string, headers: readonly string[] = [], body = ""): string {
  return [`HTTP/1.1 ${status}`, "Connection: close", ...headers, "", body].join("\r\n");
}
