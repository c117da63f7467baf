import { createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** A response that is sent instead of the service's. */
export interface Fault {
  /** What the path must contain. */
  readonly path: string;
  /** 0: none is sent, the request is never answered. */
  readonly status: number;
  /** In seconds. */
  readonly retryAfter?: number;
}

/** A proxy before the service that fails on request. */
export interface FaultyProxy {
  readonly url: string;
  /** Makes requests fail until {@link heal}. */
  fail(fault: Fault): void;
  heal(): void;
  /** Ends all connections and refuses new ones, until the returned function is called. */
  refuse(): () => Promise<void>;
  /** The paths of all requests so far that were answered with a fault. */
  readonly failed: readonly string[];
  close(): void;
}

/** Starts a proxy on the host of the service, until the end of the test. */
export async function faultyProxy(serviceUrl: string): Promise<FaultyProxy> {
  const proxy = await startFaultyProxy(serviceUrl);
  onTestFinished(() => proxy.close());
  return proxy;
}

/** Starts a proxy on the host of the service. */
export async function startFaultyProxy(serviceUrl: string): Promise<FaultyProxy> {
  const target = new URL(serviceUrl);
  let fault: Fault | undefined;
  const failed: string[] = [];
  const server = createServer((received, response) => {
    const { url = "" } = received;
    if (fault === undefined || !url.includes(fault.path)) {
      forward(target, received, response);
      return;
    }
    failed.push(url);
    received.resume();
    if (fault.status === 0) {
      return;
    }
    response.writeHead(fault.status, {
      "Content-Type": "text/plain",
      ...(fault.retryAfter !== undefined && { "Retry-After": fault.retryAfter }),
    });
    response.end("injected by the test");
  });
  const listen = (port: number): Promise<void> =>
    new Promise((done) => server.listen(port, target.hostname, () => done()));
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${target.hostname}:${port}`,
    fail: (next) => (fault = next),
    heal: () => (fault = undefined),
    refuse() {
      close();
      return () => listen(port);
    },
    failed,
    close,
  };
}

function forward({ hostname, port }: URL, received: IncomingMessage, response: ServerResponse): void {
  const { method, url: path, headers } = received;
  const forwarded = request({ hostname, port, method, path, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  forwarded.on("error", () => response.destroy());
  received.pipe(forwarded);
}
