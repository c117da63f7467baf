import { request as requestHttp, type IncomingMessage } from "node:http";
import { request as requestHttps } from "node:https";
import type { Backend } from "../backend.js";
import { timeLimit } from "../clock.js";
import { lookupPublic, refusePrivateHost } from "./private-networks.js";

/** A request to a webhook URL. */
interface WebhookRequest {
  readonly method: "GET" | "POST";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The response of a receiver. */
export interface WebhookAnswer {
  /** Whether the status is 2xx. */
  readonly ok: boolean;
  /** Returns the start of the body. */
  beginning(length: number): Promise<string>;
}

/** Thrown if a receiver did not respond in time. */
export class ReceiverTimeout extends Error {
  override readonly name = "ReceiverTimeout";
}

/**
 * Sends a request to a webhook URL. Returns what `read` returns for the response, of which the rest is discarded. Rejects with a
 * {@link ReceiverTimeout} if the timeout elapses (N-10), with a `PrivateAddress` for an address that is not allowed, with a
 * network error, or if the service stops. Redirects are not followed: only the registered URL is used.
 */
export async function askReceiver<Answer>(
  { settings, stopping }: Pick<Backend, "settings" | "stopping">,
  url: URL,
  request: WebhookRequest,
  read: (answer: WebhookAnswer) => Answer | Promise<Answer>,
): Promise<Answer> {
  const isPublicOnly = !settings.allowsPrivateWebhooks;
  if (isPublicOnly) {
    refusePrivateHost(url);
  }
  const limit = timeLimit(stopping, settings.webhookTimeout);
  try {
    const message = await send(url, request, limit.signal, isPublicOnly);
    message.on("error", () => undefined); // errors of the rest, which is discarded, are ignored
    const { statusCode = 0 } = message;
    return await read({
      ok: statusCode >= 200 && statusCode < 300,
      beginning: (length) => readStart(message, length),
    });
  } catch (thrown) {
    throw limit.signal.aborted && !stopping.aborted
      ? new ReceiverTimeout("The receiver did not respond in time.")
      : thrown;
  } finally {
    limit.abort();
  }
}

function send(
  url: URL,
  { method, headers, body }: WebhookRequest,
  signal: AbortSignal,
  isPublicOnly: boolean,
): Promise<IncomingMessage> {
  const request = url.protocol === "https:" ? requestHttps : requestHttp;
  const options = {
    method,
    signal,
    agent: false,
    ...(headers && { headers }),
    ...(isPublicOnly && { lookup: lookupPublic }),
  };
  return new Promise((done, fail) => {
    request(url, options, done).on("error", fail).end(body);
  });
}

async function readStart(message: IncomingMessage, length: number): Promise<string> {
  let text = "";
  for await (const piece of message.setEncoding("utf8") as AsyncIterable<string>) {
    text += piece;
    if (text.length > length) {
      break;
    }
  }
  return text.slice(0, length);
}
