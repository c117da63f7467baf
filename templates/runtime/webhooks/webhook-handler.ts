import { parseJson } from "../text/json.js";
import { readBody } from "./notification-body.js";
import type { WebhookScheme, WebhookType } from "./scheme.js";
import { Rejection, verify, type NotificationInfo } from "./signature.js";
import { SigningKey, type Bytes } from "./signing-key.js";

/** The options of {@link webhookHandler}. */
export interface WebhookHandlerOptions<Payload> {
  /** The secret with which notifications are signed, or several while a secret is being replaced. */
  readonly secrets: string | readonly string[];
  /** Called with each notification. If it rejects, the status is 500, and most services then send the notification again. */
  readonly onNotification: (payload: Payload, info: NotificationInfo) => unknown;
  /** Whether to respond before `onNotification` has completed, for services with short timeouts; false by default. */
  readonly acknowledgeFirst?: boolean | undefined;
  /** The maximum size of a notification in bytes; 1 MiB by default. */
  readonly maxBytes?: number | undefined;
  /**
   * Called for each response with a status other than 200, with the reason, which is not sent, and for errors of
   * `onNotification`. By default, these errors are logged to the console.
   */
  readonly onRefused?: ((refusal: RefusedNotification) => unknown) | undefined;
}

/** A request that was not accepted, or for which `onNotification` has failed. */
export interface RefusedNotification {
  readonly status: number;
  readonly reason: string;
  /** The error that `onNotification` has thrown, or the cause of the rejection, if there is one. */
  readonly error: unknown;
}

/** The longest challenge that is returned. It is limited, because anyone can send one. */
const longestChallenge = 1024;

/** Creates a handler for notifications. Throws a TypeError for secrets that cannot be keys. */
export function webhookHandler<Payload>(
  scheme: WebhookScheme<Payload>,
  options: WebhookHandlerOptions<Payload>,
): (request: Request) => Promise<Response> {
  const { secrets, onNotification, acknowledgeFirst = false, maxBytes = 1_048_576, onRefused = logFailure } = options;
  const keys = [secrets].flat().map((secret) => new SigningKey(secret, scheme.signature));
  if (keys.length === 0) {
    throw new TypeError("The option secrets has no secret");
  }
  const refuse = async (thrown: unknown): Promise<Response> => {
    const refusal =
      thrown instanceof Rejection
        ? { status: thrown.status, reason: thrown.message, error: thrown.cause }
        : { status: 500, reason: "onNotification has failed", error: thrown };
    await ignoringErrors(() => onRefused(refusal));
    return new Response(null, { status: refusal.status, headers: refusal.status === 405 ? { Allow: "POST" } : {} });
  };
  const handle = async (payload: Payload, info: NotificationInfo): Promise<void> => {
    await onNotification(payload, info);
  };
  const accept = async (request: Request): Promise<void> => {
    if (request.method !== "POST") {
      throw new Rejection(405, `The method is ${request.method}, not POST`);
    }
    const body = await readBody(request, maxBytes);
    const info = await verify(scheme.signature, request.headers, body, keys);
    const payload = decodePayload(scheme.types, body);
    if (acknowledgeFirst) {
      void handle(payload, info).catch(refuse);
    } else {
      await handle(payload, info);
    }
  };
  return async (request) => {
    try {
      const challenge = challengeOf(request, scheme);
      if (challenge !== undefined) {
        return challenge;
      }
      await accept(request);
      return new Response(null, { status: 200 });
    } catch (thrown) {
      return refuse(thrown);
    }
  };
}

/** Returns the response to a challenge; undefined for other requests. */
function challengeOf({ method, url }: Request, { challenge }: WebhookScheme<unknown>): Response | undefined {
  const text = method === "GET" && challenge !== undefined ? new URL(url).searchParams.get(challenge) : null;
  if (text === null) {
    return undefined;
  }
  if (text.length > longestChallenge) {
    throw new Rejection(400, `The challenge has more than ${longestChallenge} characters`);
  }
  // The text comes from the request, so browsers must not treat it as HTML.
  const headers = { "Content-Type": "text/plain; charset=utf-8", "X-Content-Type-Options": "nosniff" };
  return new Response(text, { headers });
}

/**
 * Returns the payload, decoded by the first type that accepts it. Unknown tags are retained and unknown fields ignored, as in
 * responses.
 */
function decodePayload<Payload>(types: readonly WebhookType<Payload>[], body: Bytes): Payload {
  const json = readJson(body);
  const failures: unknown[] = [];
  for (const { decode } of types) {
    try {
      return decode(json);
    } catch (thrown) {
      failures.push(thrown);
    }
  }
  const [cause] = failures;
  throw new Rejection(400, `The notification is of no known type: ${messageOf(cause)}`, { cause });
}

function readJson(body: Bytes): unknown {
  try {
    return parseJson(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch (thrown) {
    throw new Rejection(400, `The body is not JSON: ${messageOf(thrown)}`, { cause: thrown });
  }
}

function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

function logFailure({ status, reason, error }: RefusedNotification): void {
  if (status === 500) {
    console.error(`${reason}:`, error);
  }
}

async function ignoringErrors(run: () => unknown): Promise<void> {
  try {
    await run();
  } catch {
    // A failing callback must not affect the response or end the process.
  }
}
