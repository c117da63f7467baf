import { request as requestHttp, type IncomingMessage } from "node:http";
import { request as requestHttps } from "node:https";
import type { Readable } from "node:stream";
import { ContentsUnavailable } from "./contents-unavailable.js";

/** A request to an object store, which can be sent more than once. */
export interface StoreRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: { readonly size: number; readonly open: () => Readable } | undefined;
}

/** The maximum pause within a response, in milliseconds. */
const idleTimeout = 30_000;

/**
 * Sends a request. Resolves to the response as soon as the headers have arrived. Rejects with a {@link ContentsUnavailable} if
 * nothing is sent or received for `timeout` milliseconds; reading the response rejects likewise if it pauses for too long.
 */
export function sendRequest(
  url: URL,
  { method, headers, body }: StoreRequest,
  timeout: number,
): Promise<IncomingMessage> {
  return new Promise((done, fail) => {
    const send = url.protocol === "https:" ? requestHttps : requestHttp;
    const request = send(url, { method, headers: { ...headers, "Content-Length": body?.size ?? 0 } });
    const silent = (): void => {
      request.destroy(new ContentsUnavailable(`The object store at ${url.host} does not respond.`));
    };
    request.setTimeout(timeout, silent);
    request.on("error", fail);
    request.on("response", (response) => {
      request.setTimeout(idleTimeout);
      done(response);
    });
    if (body === undefined) {
      request.end();
    } else {
      const source = body.open();
      source.on("error", (thrown) => request.destroy(thrown));
      request.on("close", () => source.destroy());
      source.pipe(request);
    }
  });
}

/** Returns the whole text of a response. */
export async function readText(response: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of response.setEncoding("utf8") as AsyncIterable<string>) {
    text += chunk;
  }
  return text;
}
