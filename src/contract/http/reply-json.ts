import { parseJson } from "../../../templates/runtime/text/json.js";
import type { Context } from "../../generator/facts/context.js";
import type { Json } from "../../ir/api.js";
import { bodyText, isSuccess, type AnsweredReply, type Exchange } from "./exchange.js";

/** The JSON of a reply, or why the reply has none. */
export type ReplyJson = { readonly json: Json } | { readonly problem: string };

const parsed = new WeakMap<AnsweredReply, ReplyJson>();

/** Returns the JSON in the body of a reply. */
export function bodyJson(reply: AnsweredReply): ReplyJson {
  const known = parsed.get(reply) ?? parse(bodyText(reply), "The body");
  parsed.set(reply, known);
  return known;
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
