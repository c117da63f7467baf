import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** A request that has arrived whole. */
export interface Arrived {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingMessage["headers"];
  readonly body: Buffer;
}

/** A server that keeps what arrives and answers the nth request, from 0, as it is told. It ends with the test. */
export async function serve(
  answer: (request: Arrived, response: ServerResponse, index: number) => void,
): Promise<{ readonly url: string; readonly arrived: Arrived[]; readonly server: Server }> {
  const arrived: Arrived[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("error", () => undefined);
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      arrived.push({ method, url: new URL(url, "http://127.0.0.1"), headers, body: Buffer.concat(chunks) });
      const last = arrived.at(-1);
      if (last !== undefined) {
        answer(last, response, arrived.length - 1);
      }
    });
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, arrived, server };
}

/** Answers with JSON. */
export function sendJson(response: ServerResponse, status: number, json: unknown, headers = {}): void {
  response.writeHead(status, { "Content-Type": "application/json", ...headers });
  response.end(JSON.stringify(json));
}
