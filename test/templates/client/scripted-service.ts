import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { createClientCore, type ClientCore } from "../../../templates/runtime/client/core.js";
import type { Route } from "../../../templates/runtime/routes/route.js";
import { binding } from "../rpc-samples.js";

export interface Received {
  /** Without the common beginning: `files/list`. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly arg: unknown;
}

/** What is to be answered: a result, a route error, or nothing at all. */
export type Answer = { readonly result: unknown } | { readonly error: unknown } | undefined;

/** A service for one test, which answers as the test says, and a client for it. `received` is what it was asked. */
export async function service(
  answer: (received: Received) => Answer,
): Promise<{ core: ClientCore; received: Received[] }> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const path = request.url?.replace(binding.prefix, "") ?? "";
      const body = Buffer.concat(chunks).toString();
      const one = { path, headers: request.headers, arg: body === "" ? undefined : (JSON.parse(body) as unknown) };
      received.push(one);
      const reply = answer(one);
      if (reply !== undefined) {
        response.writeHead("error" in reply ? 409 : 200, { "Content-Type": "application/json" });
        response.end(JSON.stringify("error" in reply ? reply : reply.result));
      }
    });
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { core: createClientCore(binding, { hosts: `http://127.0.0.1:${port}`, accessToken: "token" }), received };
}

/** A route the codecs of which let everything pass. */
export function plainRoute<Arg, Result, E>(path: string): Route<Arg, Result, E> {
  return {
    name: path,
    version: 1,
    path,
    attributes: { host: "api", style: "rpc", auth: "user" },
    hasArg: true,
    hasResult: true,
    encodeArg: (value) => value,
    decodeArg: (json) => json as Arg,
    encodeResult: (value) => value,
    decodeResult: (json) => json as Result,
    encodeError: (value) => value,
    decodeError: (json) => json as E,
    redactArg: (value) => value,
    redactResult: (value) => value,
    redactError: (value) => value,
  };
}

/** Runs `work` and gives the rejections that nobody had handled when it was over. */
export async function unhandledRejections(work: () => Promise<void>): Promise<unknown[]> {
  const unhandled: unknown[] = [];
  const note = (reason: unknown): void => void unhandled.push(reason);
  // The runner has a listener of its own, which fails the run.
  const others = process.listeners("unhandledRejection");
  process.removeAllListeners("unhandledRejection");
  process.on("unhandledRejection", note);
  try {
    await work();
    await new Promise((resolve) => setImmediate(resolve));
  } finally {
    process.off("unhandledRejection", note);
    others.forEach((listener) => process.on("unhandledRejection", listener));
  }
  return unhandled;
}
