import { bodyIncomplete, bodyTooLarge, bodyTooSlow } from "./body-refusals.js";
import { BodyText } from "./body-text.js";
import type { ByteSource } from "./byte-source.js";
import { nodeBody } from "./node-body.js";
import { onClose } from "./node-connection.js";
import type { NodeRequest, NodeResponse } from "./node-messages.js";
import type { ServerCore } from "./server.js";
import type { ServerReply } from "./reply.js";
import type { ServerRequest } from "./request.js";
import { within } from "./time-limit.js";

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
    void serve(core, request, response);
  };
}

async function serve(core: ServerCore, request: NodeRequest, response: NodeResponse): Promise<void> {
  try {
    const received = new NodeServerRequest(request, response);
    send(await core(received), received, response);
  } catch {
    request.destroy();
  }
}

/** What a `node:http` server gives, as the core sees it. */
class NodeServerRequest implements ServerRequest {
  readonly method: string;
  readonly url: string;
  readonly #request: NodeRequest;
  readonly #response: NodeResponse;
  #isRead = false;

  constructor(request: NodeRequest, response: NodeResponse) {
    this.method = request.method ?? "";
    this.url = request.url ?? "";
    this.#request = request;
    this.#response = response;
  }

  header(name: string): string | undefined {
    // Of two of these the platform drops one: which of them was meant, we cannot know.
    const value = (name === "authorization" ? repeated(this.#request, name) : undefined) ?? this.#request.headers[name];
    return Array.isArray(value) ? value.join(", ") : value;
  }

  text(limit: number, milliseconds: number): string | Promise<string> {
    checkUnread(this.#request);
    if (this.#request.destroyed) {
      throw bodyIncomplete();
    }
    if (hasArrived(this.#request)) {
      this.#isRead = true;
      return arrivedText(this.#request, limit);
    }
    return within(readText(this.#request, limit), milliseconds, bodyTooSlow);
  }

  content(): ByteSource {
    checkUnread(this.#request);
    return nodeBody(this.#request);
  }

  onGone(listener: () => void): void {
    if (this.isGone()) {
      listener();
    } else {
      this.onEnd(() => {
        if (!this.#response.writableFinished) {
          listener();
        }
      });
    }
  }

  /** Whether nobody will get the rest of the reply. */
  isGone(): boolean {
    return this.#response.destroyed || this.#request.socket?.destroyed === true;
  }

  /**
   * Calls the listener once when the reply is sent, or nobody will get it. Of a reply that waits behind another one on its
   * connection, Node does not tell when that breaks.
   */
  onEnd(listener: () => void): void {
    const { socket } = this.#request;
    const forget = socket && onClose(socket, listener);
    this.#response.on("close", () => {
      if (forget?.() !== false) {
        listener();
      }
    });
  }

  /**
   * Lets the rest of a request that was refused run past, for many callers read the answer only when all is sent, and
   * the connection can be used again afterwards. Who sends too much of it is cut off.
   */
  drain(): void {
    if (!this.#isRead && !this.#request.complete) {
      drain(this.#request, 16 * 1_048_576);
    }
  }
}

/** The values of a header that was sent more than once. */
function repeated({ rawHeaders = [] }: NodeRequest, name: string): string[] | undefined {
  const values: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.length === name.length && rawHeaders[at]?.toLowerCase() === name) {
      values.push(rawHeaders[at + 1] ?? "");
    }
  }
  return values.length > 1 ? values : undefined;
}

/**
 * Whether the whole body has come in, as nearly always: small bodies come with the head. `complete` alone does not tell,
 * as the platform lets us run between the last byte and the end.
 */
function hasArrived({ complete, readableLength, headers }: NodeRequest): boolean {
  return complete || readableLength === Number(headers["content-length"]);
}

/** The text of a body that is there. Listeners and a timer for it would cost more than all else that is done with it. */
function arrivedText(request: NodeRequest, limit: number): string {
  const body = new BodyText(limit);
  request.resume(); // to its end, or it would never be closed
  for (let bytes = request.read(); bytes !== null; bytes = request.read()) {
    if (!body.add(bytes)) {
      throw bodyTooLarge(limit);
    }
  }
  return body.text();
}

async function readText(request: NodeRequest, limit: number): Promise<string> {
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

function checkUnread(request: NodeRequest): void {
  if (request.readableEnded) {
    throw new Error("Something has read the request body before: the API must come before what parses bodies");
  }
}

function send(reply: ServerReply, request: NodeServerRequest, response: NodeResponse): void {
  if (response.headersSent) {
    // Something else, such as a time limit, has answered in the meantime.
    if (typeof reply.body !== "string") {
      reply.body.cancel().catch(ignore);
    }
    return;
  }
  response.statusCode = reply.status;
  for (const [name, value] of Object.entries(reply.headers)) {
    response.setHeader(name, value);
  }
  if (reply.status === 408) {
    response.setHeader("Connection", "close"); // the rest would not come any faster (RFC 9110, section 15.5.9)
  }
  if (typeof reply.body === "string") {
    response.end(reply.body);
  } else {
    pump(reply.body, request, response).catch(() => response.destroy());
  }
  request.drain();
}

/** Sends bytes as fast as the caller reads them. Rejects if they fail. */
async function pump(body: ByteSource, request: NodeServerRequest, response: NodeResponse): Promise<void> {
  let goOn: () => void = ignore;
  response.on("drain", () => goOn());
  request.onEnd(() => {
    goOn();
    body.cancel().catch(ignore); // nobody reads on; after the end it means nothing
  });
  if (request.isGone()) {
    return body.cancel(); // the caller had gone before we listened
  }
  for (let piece = await body.next(); piece !== undefined; piece = await body.next()) {
    if (request.isGone()) {
      return;
    }
    if (!response.write(piece) && !request.isGone()) {
      await new Promise<void>((resolve) => (goOn = resolve));
    }
  }
  response.end("");
}

function drain(request: NodeRequest, limit: number): void {
  let left = limit;
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
