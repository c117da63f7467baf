import type { Failure, Reply, SentRequest } from "./exchange.js";

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
    body: concatenated(chunks),
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

function concatenated(chunks: readonly Uint8Array[]): Uint8Array {
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
