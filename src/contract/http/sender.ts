import { headerSafe, stringifyJson } from "../../../templates/runtime/text/json.js";
import type { Binding } from "../../generator/facts/binding-options.js";
import type { Budget } from "../budget.js";
import { authorization, type Credentials } from "./credentials.js";
import type { AnsweredReply, Call, Exchange, Failure, SentRequest, Reply } from "./exchange.js";

/** Sends calls as fast as the budget allows. */
export class Sender {
  readonly #target: Target;
  readonly #budget: Budget;
  readonly #timeout: number;
  readonly #fetch: Fetch;

  /** `timeout` is in milliseconds. */
  constructor(target: Target, budget: Budget, timeout: number, fetch: Fetch) {
    this.#target = target;
    this.#budget = budget;
    this.#timeout = timeout;
    this.#fetch = fetch;
  }

  /** Sends a call. Waits and sends it again if the server asks for that. Throws a `BudgetSpent` if the run may make no more calls. */
  async send(call: Call): Promise<Exchange> {
    const request = requestOf(call, this.#target);
    let closed: Failure | undefined;
    for (let pauses = 0, reused = 0; ; pauses += 1) {
      await this.#budget.take();
      const reply = await receive(request, this.#timeout, this.#fetch);
      if (reply.kind === "failed" && reply.wasReused && reused < maxReuses) {
        reused += 1;
        closed = reply;
        continue;
      }
      if (closed !== undefined && reply.kind === "failed" && reply.reason === "unreachable") {
        return { call, request, reply: closed }; // the server has stopped, perhaps because of this call
      }
      const pause = reply.kind === "answered" ? pauseFor(reply) : undefined;
      if (pause === undefined || pauses >= maxPauses) {
        return { call, request, reply };
      }
      await this.#budget.pause(pause);
    }
  }
}

/** The maximum number of times that a request is sent again because a reused connection was closed. */
const maxReuses = 20;

/** The maximum number of waits for one call; after that, the request to wait is the reply. */
const maxPauses = 20;

/** Returns how many milliseconds a reply asks to wait; undefined if it does not ask. */
function pauseFor({ status, headers }: AnsweredReply): number | undefined {
  const text = headers["retry-after"];
  if ((status !== 429 && status !== 503) || text === undefined) {
    return undefined;
  }
  const seconds = /^\d+(\.\d+)?$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? 1000 : Math.max(0, seconds * 1000);
}

/** The server that calls are sent to, and what all requests have in common. */
interface Target {
  readonly url: string;
  /** Host to its URL, for hosts with a URL of their own. */
  readonly hosts: Readonly<Record<string, string>>;
  readonly binding: Binding;
  readonly credentials: Credentials;
  readonly headers: Readonly<Record<string, string>>;
  readonly userAgent: string;
}

/** Returns the request of a call. */
function requestOf(call: Call, target: Target): SentRequest {
  const { route, arg, content, rawArgument, contentType } = call;
  const base = (target.hosts[route.host] ?? target.url).replace(/\/+$/, "");
  const authorized = authorization(call, target.credentials);
  const json = rawArgument ?? (arg === undefined ? undefined : stringifyJson(arg));
  const isRpc = route.style === "rpc";
  const type = contentType === undefined ? usualType(call, json !== undefined) : contentType;
  const headers = {
    "User-Agent": target.userAgent,
    ...target.headers,
    ...(authorized !== undefined && { Authorization: authorized }),
    ...(type !== null && { "Content-Type": type }),
    ...(!isRpc && { [target.binding.headers.arg]: headerSafe(typeof json === "string" ? json : "null") }),
    ...call.headers,
  };
  const body = isRpc ? json : route.style === "upload" ? new Uint8Array(content ?? []) : undefined;
  return { method: "POST", url: base + route.path, headers, body };
}

function usualType({ route: { style } }: Call, hasJson: boolean): string | null {
  return style === "upload" ? "application/octet-stream" : style === "rpc" && hasJson ? "application/json" : null;
}

export type Fetch = (request: Request) => Promise<Response>;

/** Sends a request, and returns what comes back within `timeout` milliseconds. */
export async function receive(
  { method, url, headers, body }: SentRequest,
  timeout: number,
  fetch: Fetch,
): Promise<Reply> {
  const start = performance.now();
  const elapsed = (): number => Math.round(performance.now() - start);
  const limit = new TimeLimit(timeout);
  const chunks: Uint8Array[] = [];
  let isCut = false;
  let response: Response;
  try {
    // A redirect is a reply like any other.
    const init = { method, headers, body: body ?? null, redirect: "manual", signal: limit.signal } as const;
    response = await limit.enforce(fetch(new Request(url, init)));
    try {
      await limit.enforce(readBody(response, chunks));
    } catch (thrown) {
      if (limit.isOver) {
        throw thrown;
      }
      isCut = true;
    }
  } catch (thrown) {
    return failure(thrown, limit.isOver, elapsed());
  } finally {
    limit.clear();
  }
  return {
    kind: "answered",
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: concatenate(chunks),
    milliseconds: elapsed(),
    isCut,
  };
}

/** Gives up on a promise after the timeout, even if it ignores its signal. */
class TimeLimit {
  readonly #controller = new AbortController();
  readonly #over: Promise<never>;
  readonly #timer: ReturnType<typeof setTimeout>;

  constructor(milliseconds: number) {
    let end: (reason: Error) => void = () => undefined;
    this.#over = new Promise<never>((_, reject) => (end = reject));
    this.#over.catch(() => undefined); // the timeout may elapse when nothing awaits the promise
    this.#timer = setTimeout(() => {
      this.#controller.abort();
      end(new Error("timeout"));
    }, milliseconds);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get isOver(): boolean {
    return this.#controller.signal.aborted;
  }

  enforce<Result>(work: Promise<Result>): Promise<Result> {
    return Promise.race([work, this.#over]);
  }

  clear(): void {
    clearTimeout(this.#timer);
  }
}

async function readBody(response: Response, chunks: Uint8Array[]): Promise<void> {
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    chunks.push(chunk);
  }
}

function failure(thrown: unknown, isTimeout: boolean, milliseconds: number): Failure {
  const cause = thrown instanceof Error ? (thrown.cause ?? thrown) : thrown;
  const code = typeof cause === "object" && cause !== null && "code" in cause ? String(cause.code) : "";
  const isUnreachable = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/.test(
    code,
  );
  const detail = cause instanceof Error ? cause.message || code : String(cause);
  const isRefusedPort = detail === "bad port";
  const isCertificate = /CERT|TLS|SSL/.test(code);
  return {
    kind: "failed",
    reason: isTimeout ? "timeout" : isUnreachable || isCertificate || isRefusedPort ? "unreachable" : "closed",
    detail: isRefusedPort ? "fetch calls no server at this port, which is that of another protocol" : detail,
    wasReused: code === "UND_ERR_SOCKET" ? hasReceived(cause as SocketError) : /^(ECONNRESET|EPIPE)$/.test(code),
    milliseconds,
  };
}

/** The cause of the error that Node's `fetch` throws for a closed connection. */
interface SocketError {
  readonly socket?: { readonly bytesRead?: number } | null;
}

function hasReceived({ socket }: SocketError): boolean {
  return (socket?.bytesRead ?? 0) > 0;
}

function concatenate(chunks: readonly Uint8Array[]): Uint8Array {
  const [first] = chunks;
  if (first !== undefined && chunks.length === 1) {
    return first;
  }
  const whole = new Uint8Array(chunks.reduce((size, { byteLength }) => size + byteLength, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
}
