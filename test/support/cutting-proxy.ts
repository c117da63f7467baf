import { createServer, request as send } from "node:http";
import type { AddressInfo } from "node:net";

/** A proxy on a port of this machine. */
export interface CuttingProxy {
  readonly url: string;
  /** How many connections it has cut. */
  readonly cut: () => number;
  readonly close: () => void;
}

/**
 * Starts a proxy that passes requests to servers, by turns. The first time that it sees a header, it waits for the whole response
 * and then cuts the connection to the client instead of passing it on.
 */
export async function startCuttingProxy(targets: readonly string[], header: string): Promise<CuttingProxy> {
  const seen = new Set<string>();
  let [cut, next] = [0, 0];
  const server = createServer((incoming, outgoing) => {
    const target = targets[next++ % targets.length] ?? "";
    const key = incoming.headers[header];
    const isFirst = typeof key === "string" && !seen.has(key);
    const { method, headers, url = "" } = incoming;
    const forwarded = send(new URL(url, target), { method, headers }, (response) => {
      if (!isFirst) {
        outgoing.writeHead(response.statusCode ?? 500, response.headers);
        response.pipe(outgoing);
        return;
      }
      seen.add(key);
      response.resume().on("end", () => {
        cut++;
        incoming.socket.destroy();
      });
    });
    forwarded.on("error", () => incoming.socket.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut: () => cut,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
