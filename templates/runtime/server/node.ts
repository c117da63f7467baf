import { streamSource, toStream, type ByteSource } from "./content.js";
import { discardBody, hasLongBody, nodeBody } from "./node-body.js";
import type { NodeConnection, NodeReply, NodeRequest, NodeResponse } from "./node-messages.js";
import { bodyIncomplete, bodyTooLarge, bodyTooSlow, isRefusal } from "./refusal.js";
import { BodyText, type ServerRequest } from "./request.js";
import type { ServerCore } from "./server.js";
import { withTimeout } from "./time-limit.js";

/** A global of all platforms with `node:http`, declared here because their types may be missing. */
declare const Buffer: { byteLength(text: string): number };

/**
 * Returns a listener for `node:http` and frameworks based on it, such as Express and Fastify. `server` is created by this
 * package, or is any other function from `Request` to `Response`. The listener reads the body of the request itself: do not
 * register a body parser before the listener. The listener never throws. As a listener of `checkContinue`, it asks for a body
 * only when the body is read, so that rejected calls do not send theirs.
 */
export function toNodeListener(
  server: { readonly core: ServerCore } | ((request: Request) => Promise<Response>),
): (request: NodeRequest, response: NodeResponse) => void {
  const answer: Answer = "core" in server ? server.core : (received, request) => fetchReply(server, received, request);
  return (request, response) => {
    // A lost connection is not an error, but without a listener it could end the process.
    request.on("error", ignore);
    response.on("error", ignore);
    void serve(answer, request, response);
  };
}

type Answer = (received: NodeServerRequest, request: NodeRequest) => Promise<NodeReply>;

async function serve(answer: Answer, request: NodeRequest, response: NodeResponse): Promise<void> {
  try {
    const received = new NodeServerRequest(request, response);
    send(await answer(received, request), received, response);
  } catch {
    response.destroy(); // a request that has been read is already destroyed
  }
}

/** A request of a `node:http` server in the form that the core needs. */
class NodeServerRequest implements ServerRequest {
  readonly method: string;
  readonly url: string;
  readonly #request: NodeRequest;
  readonly #response: NodeResponse;
  #isRead = false;
  #content: ByteSource | undefined;

  constructor(request: NodeRequest, response: NodeResponse) {
    this.method = request.method ?? "";
    this.url = request.url ?? "";
    this.#request = request;
    this.#response = response;
  }

  header(name: string): string | undefined {
    // Node drops a second `Authorization` header, but it is unknown which of the two is meant.
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
    this.#askForBody();
    return withTimeout(readNodeText(this.#request, limit), milliseconds, bodyTooSlow);
  }

  content(): ByteSource {
    checkUnread(this.#request);
    this.#content = nodeBody(this.#request, () => this.#askForBody());
    return this.#content;
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

  /** Returns whether the caller has disconnected. */
  isGone(): boolean {
    return this.#response.destroyed || this.#request.socket?.destroyed === true;
  }

  /**
   * Calls the listener once, when the reply has been sent or the connection is lost. Node itself does not report a lost
   * connection for a reply that is queued after another one on the same connection.
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

  /** Whether the body is a stream, which a function from `Request` to `Response` may still read while its response is sent. */
  get isStream(): boolean {
    return this.#content !== undefined;
  }

  /** Returns whether the response must be the last one of its connection. */
  mustClose(): boolean {
    return this.#isUnread() && hasLongBody(this.#request);
  }

  /** Discards the rest of a body that the response does not depend on. */
  discardRest(): void {
    if (this.#isUnread()) {
      this.#isRead = true;
      this.#content?.cancel().catch(ignore);
      discardBody(this.#request);
    }
  }

  #isUnread(): boolean {
    return !this.#isRead && !this.#request.complete && !this.#request.destroyed;
  }

  /** Sends status 100 if the caller waits for it and Node has not sent it. */
  #askForBody(): void {
    const response = this.#response;
    if (/^100-continue$/i.test(this.header("expect") ?? "") && response._sent100 !== true && !response.headersSent) {
      response.writeContinue();
    }
  }
}

/** Returns the values of a header that was sent more than once; undefined for other headers. */
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
 * Returns whether the whole body has been received, as usual: small bodies arrive together with the head. `complete`
 * alone is not enough, because Node sets it only some time after the last byte.
 */
function hasArrived({ complete, readableLength, headers }: NodeRequest): boolean {
  return complete || readableLength === Number(headers["content-length"]);
}

/** Returns the text of a body that has been received. Needs no listeners and no timer, which would cost more than the rest. */
function arrivedText(request: NodeRequest, limit: number): string {
  const body = new BodyText(limit);
  if (!request.complete) {
    request.resume(); // so that the request ends and is closed; a complete request ends when it is read
  }
  for (let bytes = request.read(); bytes !== null; bytes = request.readableLength > 0 ? request.read() : null) {
    if (!body.add(bytes)) {
      throw bodyTooLarge(limit);
    }
  }
  return body.text();
}

async function readNodeText(request: NodeRequest, limit: number): Promise<string> {
  const body = new BodyText(limit);
  await new Promise<void>((resolve, reject) => {
    request.on("data", (chunk) => {
      if (!body.add(chunk)) {
        reject(bodyTooLarge(limit));
      }
    });
    request.on("end", resolve);
    request.on("close", () => {
      // Only for incomplete bodies, because creating an error for every closed connection would cost 10% of the server's time.
      if (!request.readableEnded) {
        reject(bodyIncomplete());
      }
    });
  });
  return body.text();
}

function checkUnread(request: NodeRequest): void {
  if (request.readableEnded) {
    throw new Error("The request body has already been read. Register the API before middleware that parses bodies");
  }
}

function send(reply: NodeReply, request: NodeServerRequest, response: NodeResponse): void {
  if (response.headersSent) {
    // Other code, such as a timeout, has already responded.
    if (typeof reply.body !== "string") {
      reply.body.cancel().catch(ignore);
    }
    return;
  }
  const { status, headers, body } = reply;
  // After status 408 the rest of the body is not expected (RFC 9110, section 15.5.9).
  const isLast = status === 408 || request.mustClose();
  const sentHeaders = isLast ? { ...headers, Connection: "close" } : headers;
  if (status !== 408 && (typeof body === "string" || !request.isStream)) {
    request.discardRest();
  }
  if (typeof body === "string") {
    sendText(status, sentHeaders, body, response);
  } else {
    response.writeHead(status, sentHeaders);
    pump(body, request, response).catch(() => response.destroy());
  }
}

/**
 * Sends a text reply with its length. Node takes a sixth longer for a small reply if the length is missing, if headers are set
 * one by one, and if the object with the headers is created by a spread, because its properties are slow to read.
 */
function sendText(status: number, headers: NodeReply["headers"], text: string, response: NodeResponse): void {
  const length = Buffer.byteLength(text);
  const withLength = text === "" ? headers : Object.assign({ "Content-Length": String(length) }, headers);
  response.writeHead(status, withLength);
  // ASCII is the same in both encodings, but Node would count the bytes of UTF-8 two more times.
  response.end(text, length === text.length ? "latin1" : "utf8");
}

/** Sends content, respecting back-pressure. Rejects if the content fails. */
async function pump(body: ByteSource, request: NodeServerRequest, response: NodeResponse): Promise<void> {
  let wake: () => void = ignore;
  response.on("drain", () => wake());
  request.onEnd(() => {
    wake();
    body.cancel().catch(ignore); // releases the content; has no effect after its end
  });
  if (request.isGone()) {
    return body.cancel(); // the caller had already disconnected
  }
  let isSpent = false;
  for (let piece = await body.next(); piece !== undefined; piece = await body.next(isSpent)) {
    if (request.isGone()) {
      return;
    }
    isSpent = false;
    if (!response.write(piece) && !request.isGone()) {
      await new Promise<void>((resolve) => (wake = resolve));
      isSpent = true; // after `drain`, the buffers of Node are empty
    }
  }
  request.discardRest();
  response.end("", "latin1");
}

function ignore(): void {
  // Errors of closed connections need no handling.
}

/** How long a body may pause while a function reads it, in milliseconds. Functions may have shorter limits of their own. */
const pauseTimeoutMs = 300_000;

/**
 * Calls a function from `Request` to `Response`, and returns the reply: status 500 if the function rejects, 408 if it does so
 * because the body has paused for too long, 400 if no `Request` can be created.
 */
export async function fetchReply(
  handle: (request: Request) => Promise<Response>,
  received: ServerRequest,
  node: NodeRequest,
): Promise<NodeReply> {
  const gone = new AbortController();
  received.onGone(() => gone.abort());
  let request: Request;
  try {
    request = toRequest(received, node, gone.signal);
  } catch {
    return { status: 400, headers: {}, body: "" };
  }
  try {
    const { status, headers, body } = await handle(request);
    const cookies = headers.getSetCookie();
    return {
      status,
      headers: { ...Object.fromEntries(headers), ...(cookies.length > 0 && { "set-cookie": cookies }) },
      body: body === null ? "" : streamSource(body),
    };
  } catch (thrown) {
    if (isRefusal(thrown)) {
      return thrown.reply;
    }
    console.error(thrown);
    return { status: 500, headers: {}, body: "" };
  }
}

/** Throws the platform's error for a method, a host or a header that the platform rejects. */
function toRequest(received: ServerRequest, { headers, socket }: NodeRequest, signal: AbortSignal): Request {
  const { method, url } = received;
  const origin = `${socket?.encrypted === true ? "https" : "http"}://${String(headers[":authority"] ?? headers["host"] ?? "localhost")}`;
  const pairs = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined || name.startsWith(":") ? [] : [[name, [value].flat().join(", ")]],
  );
  const hasBody = method !== "GET" && method !== "HEAD";
  // A body that is a stream requires `duplex`, which is missing in the types of some platforms.
  const options: RequestInit & { readonly duplex: "half" } = {
    method,
    headers: pairs,
    signal,
    duplex: "half",
    ...(hasBody && { body: toStream(withoutLongPauses(received.content())) }),
  };
  return new Request(url.startsWith("/") ? origin + url : url, options);
}

function withoutLongPauses(body: ByteSource): ByteSource {
  return { next: () => withTimeout(body.next(), pauseTimeoutMs, bodyTooSlow), cancel: (reason) => body.cancel(reason) };
}

const waiting = new WeakMap<NodeConnection, Set<() => void>>();

/**
 * Calls a listener when a connection is closed. All listeners of a connection share one event listener, because Node reports
 * many event listeners as a leak. Returns a function that removes the listener and returns whether it had not been called yet.
 */
export function onClose(socket: NodeConnection, listener: () => void): () => boolean {
  const listeners = waiting.get(socket) ?? new Set();
  if (!waiting.has(socket)) {
    waiting.set(socket, listeners);
    socket.on("close", () => {
      for (const each of listeners) {
        listeners.delete(each);
        each();
      }
    });
  }
  listeners.add(listener);
  return () => listeners.delete(listener);
}
