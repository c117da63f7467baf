import { parseJson } from "../../../templates/runtime/text/json.js";
import type { Context } from "../../generator/facts/context.js";
import type { Json } from "../../ir/api.js";
import type { ContractRoute } from "../contract-route.js";

/** The credentials of a call: those that the route needs, none, an invalid token, or those of another kind of caller. */
export type CallCredentials = "right" | "none" | "wrong" | { readonly kind: string };

/** A call that can be sent any number of times. */
export interface Call {
  readonly route: ContractRoute;
  /** Undefined for a route without an argument. */
  readonly arg: Json | undefined;
  readonly content?: Uint8Array | undefined;
  readonly credentials?: CallCredentials | undefined;
  /** Replaces the JSON of the argument, in the body or in the header. */
  readonly rawArgument?: string | Uint8Array<ArrayBuffer> | undefined;
  /** Replaces the content type; null leaves it out. */
  readonly contentType?: string | null | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export interface SentRequest {
  readonly method: "POST";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer> | undefined;
}

/** The response to a request, or the reason why there is none. */
export type Reply = AnsweredReply | Failure;

export interface AnsweredReply {
  readonly kind: "answered";
  readonly status: number;
  /** The values by header name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  readonly milliseconds: number;
  /** Whether the connection was closed before the body had ended. */
  readonly isCut: boolean;
}

/** There is no reply. */
export interface Failure {
  readonly kind: "failed";
  readonly reason: "timeout" | "closed" | "unreachable";
  readonly detail: string;
  /** Whether the connection had been used before. Servers close idle connections, sometimes while a request is on its way. */
  readonly wasReused: boolean;
  readonly milliseconds: number;
}

export interface Exchange {
  readonly call: Call;
  readonly request: SentRequest;
  readonly reply: Reply;
}

/** Returns the status of a reply; 0 if there is none. */
export function statusOf({ reply }: Exchange): number {
  return reply.kind === "answered" ? reply.status : 0;
}

/** Whether the call succeeded. Success statuses other than 200 and 206 are reported, but count as success. */
export function isSuccess(exchange: Exchange): boolean {
  return isSuccessStatus(statusOf(exchange));
}

/** Whether a status refuses the request itself, as opposed to the caller, a limit or a failure of the server. */
export function isRefusal(status: number): boolean {
  return status === 400 || status === 404 || status === 409;
}

export function isSuccessStatus(status: number): boolean {
  return status >= 200 && status < 300;
}

export function bodyText({ body }: AnsweredReply): string {
  return new TextDecoder().decode(body);
}

/** The JSON of a reply, or why the reply has none. */
type ReplyJson = { readonly json: Json } | { readonly problem: string };

const parsedBodies = new WeakMap<AnsweredReply, ReplyJson>();

/** Returns the JSON in the body of a reply. */
export function bodyJson(reply: AnsweredReply): ReplyJson {
  const replyJson = parsedBodies.get(reply) ?? parse(bodyText(reply), "The body");
  parsedBodies.set(reply, replyJson);
  return replyJson;
}

/** Returns the JSON in the body of a reply; undefined if there is no reply, or no JSON in it. */
export function jsonOf(reply: Reply): Json | undefined {
  const replyJson = reply.kind === "answered" ? bodyJson(reply) : undefined;
  return replyJson !== undefined && "json" in replyJson ? replyJson.json : undefined;
}

/** Returns the JSON of a result, from the body or, for a download, from a header. */
export function resultJson({ call: { route } }: Exchange, reply: AnsweredReply, resultHeader: string): ReplyJson {
  if (route.style !== "download") {
    return bodyJson(reply);
  }
  const text = reply.headers[resultHeader.toLowerCase()];
  return text === undefined
    ? { problem: `The reply has no header ${resultHeader}` }
    : parse(text, `The header ${resultHeader}`);
}

/** Returns the result of a successful call; undefined if the call failed or has no result that is JSON. */
export function resultOf(exchange: Exchange, { binding }: Pick<Context, "binding">): Json | undefined {
  if (!isSuccess(exchange) || exchange.reply.kind === "failed") {
    return undefined;
  }
  const result = resultJson(exchange, exchange.reply, binding.headers.result);
  return "json" in result ? result.json : undefined;
}

function parse(text: string, place: string): ReplyJson {
  if (text === "") {
    return { problem: `${place} is empty` };
  }
  try {
    return { json: parseJson(text) as Json };
  } catch {
    return { problem: `${place} is not JSON` };
  }
}
