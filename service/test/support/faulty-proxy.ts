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
  /** The paths of all requests so far that were answered with a fault. */
  readonly failed: readonly string[];
}

/** Starts a proxy on the host of the service, until the end of the test. */
export async function faultyProxy(serviceUrl: string): Promise<FaultyProxy> {
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
  await new Promise<void>((done) => server.listen(0, target.hostname, done));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return {
    url: `http://${target.hostname}:${(server.address() as AddressInfo).port}`,
    fail: (next) => (fault = next),
    heal: () => (fault = undefined),
    failed,
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
