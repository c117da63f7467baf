import type { ServerCore } from "./server.js";
import type { ServerReply } from "./server-reply.js";
import { bodyIncomplete, BodyText, bodyTooLarge } from "./server-request.js";

/** What is used of an `IncomingMessage` of `node:http`. */
export interface NodeRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The whole request has arrived. */
  readonly complete: boolean;
  readonly readableEnded: boolean;
  readonly destroyed: boolean;
  on(event: "data", listener: (chunk: Uint8Array) => void): unknown;
  on(event: "end" | "close" | "error", listener: () => void): unknown;
  resume(): unknown;
  destroy(): unknown;
}

/** What is used of a `ServerResponse` of `node:http`. */
export interface NodeResponse {
  statusCode: number;
  readonly headersSent: boolean;
  on(event: "error", listener: () => void): unknown;
  setHeader(name: string, value: string): unknown;
  end(body: string): unknown;
}

/**
 * Serves on `node:http` and on what is built upon it, such as Express and Fastify. It reads the body of the request
 * itself, so nothing may have read it before. Nothing that a request does is thrown.
 */
export function toNodeListener(
  server: ServerCore | { readonly core: ServerCore },
): (request: NodeRequest, response: NodeResponse) => void {
  const core = "core" in server ? server.core : server;
  return (request, response) => {
    // A connection that breaks is nobody's mistake, but without a listener it could end the process.
    request.on("error", ignore);
    response.on("error", ignore);
    const answered = core({
      method: request.method ?? "",
      url: request.url ?? "",
      header: (name) => headerOf(request, name),
      text: (limit) => readText(request, limit),
    });
    answered.then((reply) => send(reply, request, response)).catch(() => request.destroy());
  };
}

function headerOf(request: NodeRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(", ") : value;
}

async function readText(request: NodeRequest, limit: number): Promise<string> {
  if (request.readableEnded) {
    throw new Error("Something has read the request body before: the API must come before what parses bodies");
  }
  if (request.destroyed) {
    throw bodyIncomplete();
  }
  const body = new BodyText(limit);
  await new Promise<void>((resolve, reject) => {
    request.on("data", (chunk) => {
      if (!body.add(chunk)) {
        reject(bodyTooLarge(limit));
      }
    });
    request.on("end", resolve);
    request.on("close", () => {
      // Most connections close after the end: an error for each of them would cost a tenth of the server's time.
      if (!request.readableEnded) {
        reject(bodyIncomplete());
      }
    });
  });
  return body.text();
}

function send(reply: ServerReply, request: NodeRequest, response: NodeResponse): void {
  if (response.headersSent) {
    return; // something else, such as a time limit, has answered in the meantime
  }
  response.statusCode = reply.status;
  for (const [name, value] of Object.entries(reply.headers)) {
    response.setHeader(name, value);
  }
  response.end(reply.body);
  if (!request.complete) {
    drain(request);
  }
}

/**
 * Lets the rest of a request that was refused run past, for many callers read the answer only when all is sent, and the
 * connection can be used again afterwards. Who sends too much of it is cut off.
 */
function drain(request: NodeRequest): void {
  let left = 16 * 1_048_576;
  request.on("data", (chunk) => {
    left -= chunk.byteLength;
    if (left < 0) {
      request.destroy();
    }
  });
  request.resume();
}

function ignore(): void {
  // There is nobody to be told.
}
