import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Fetch } from "./workshop.js";

/** A server on a free port of this machine. */
export interface Listening {
  readonly url: string;
  readonly server: Server;
  readonly close: () => void;
}

/** Serves a handler of the platform's requests over HTTP. */
export async function listen(fetch: Fetch): Promise<Listening> {
  const server = createServer((request, response) => void answer(request, response, fetch));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    server,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function answer(request: IncomingMessage, response: ServerResponse, fetch: Fetch): Promise<void> {
  const pieces: Uint8Array[] = [];
  for await (const piece of request) {
    pieces.push(piece as Uint8Array);
  }
  const body = Buffer.concat(pieces);
  const headers = new Headers(Object.entries(request.headers) as [string, string][]);
  const init = { method: "POST", headers, body: body.length > 0 ? body : null };
  const reply = await fetch(new Request(`http://workshop${request.url}`, init));
  const bytes = Buffer.from(await reply.arrayBuffer());
  response.writeHead(reply.status, { ...Object.fromEntries(reply.headers), "content-length": bytes.length });
  response.end(bytes);
}
