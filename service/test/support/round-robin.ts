import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A proxy that distributes requests among processes of the service, as `Caddyfile` does. */
export interface RoundRobin {
  readonly url: string;
  close(): void;
}

/** The interval of the health checks, in milliseconds. */
const interval = 500;

/**
 * Starts a proxy that sends each request to the next process that is ready, or to the next one if none is ready. It tries
 * another process only if a connection is refused: when a connection is lost, the call may have been performed, so the
 * connection to the client is closed as well.
 */
export async function startRoundRobin(urls: readonly string[]): Promise<RoundRobin> {
  const targets = urls.map((url) => ({ url, isReady: true }));
  const agent = new Agent({ keepAlive: true });
  let last = 0;
  const next = (tried: ReadonlySet<string>): string | undefined => {
    const left = targets.filter(({ url }) => !tried.has(url));
    const ready = left.filter(({ isReady }) => isReady);
    const choice = ready.length > 0 ? ready : left;
    return choice[last++ % choice.length]?.url;
  };
  const send = (received: IncomingMessage, body: Buffer, response: ServerResponse, tried = new Set<string>()): void => {
    const url = next(tried);
    if (url === undefined) {
      response.writeHead(503, { "Retry-After": "1" }).end("no process accepts connections");
      return;
    }
    const { method, headers } = received;
    const forwarded = request(new URL(received.url ?? "", url), { agent, method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.on("error", () => response.destroy()).pipe(response);
    });
    forwarded.on("error", (thrown) => {
      // A process that stops may close a connection that was kept just when it is used again: nobody has read the request.
      const isClosed = "code" in thrown && thrown.code === "ECONNRESET" && forwarded.reusedSocket;
      if (isClosed || ("code" in thrown && thrown.code === "ECONNREFUSED")) {
        send(received, body, response, tried.add(url));
      } else {
        response.destroy();
      }
    });
    forwarded.end(body);
  };
  const proxy = createServer((received, response) => {
    const chunks: Buffer[] = [];
    received.on("data", (chunk: Buffer) => chunks.push(chunk));
    received.on("end", () => send(received, Buffer.concat(chunks), response));
  });
  const timer = setInterval(() => {
    for (const target of targets) {
      void isReady(target.url).then((ready) => (target.isReady = ready));
    }
  }, interval);
  proxy.keepAliveTimeout = 0; // or it could close a connection on which a request is on its way
  await new Promise<void>((done) => proxy.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    close() {
      clearInterval(timer);
      proxy.close();
      proxy.closeAllConnections();
      agent.destroy();
    },
  };
}

/** Returns whether a process answers that it is ready. */
export async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(2_000) }).then(
    async (response) => {
      await response.text();
      return response.ok;
    },
    () => false,
  );
}
