import type { AnsweredReply, Call, Exchange, Failure, SentRequest } from "./exchange.js";
import { receive, type Fetch } from "./receive.js";
import type { Budget } from "../budget.js";
import { headerSafe, stringifyJson } from "../../../templates/runtime/text/json.js";
import type { Binding } from "../../generator/facts/binding-options.js";
import { authorization, type Credentials } from "./credentials.js";

/** Sends calls as fast as the budget allows. */
export class Sender {
  readonly #target: Target;
  readonly #budget: Budget;
  readonly #timeout: number;
  readonly #fetch: Fetch;

  /** `timeout` is in milliseconds. */
  constructor(target: Target, budget: Budget, timeout: number, fetch: Fetch) {
    this.#target = target;
    this.#budget = budget;
    this.#timeout = timeout;
    this.#fetch = fetch;
  }

  /** Sends a call. Waits and sends it again if the server asks for that. Throws a `BudgetSpent` if the run may make no more calls. */
  async send(call: Call): Promise<Exchange> {
    const request = requestOf(call, this.#target);
    let closed: Failure | undefined;
    for (let pauses = 0, reused = 0; ; pauses += 1) {
      await this.#budget.take();
      const reply = await receive(request, this.#timeout, this.#fetch);
      if (reply.kind === "failed" && reply.wasReused && reused < maxReuses) {
        reused += 1;
        closed = reply;
        continue;
      }
      if (closed !== undefined && reply.kind === "failed" && reply.reason === "unreachable") {
        return { call, request, reply: closed }; // the server has stopped, perhaps because of this call
      }
      const pause = reply.kind === "answered" ? pauseFor(reply) : undefined;
      if (pause === undefined || pauses >= maxPauses) {
        return { call, request, reply };
      }
      await this.#budget.pause(pause);
    }
  }
}

/** The maximum number of times that a request is sent again because a reused connection was closed. */
const maxReuses = 20;

/** The maximum number of waits for one call; after that, the request to wait is the reply. */
const maxPauses = 20;

/** Returns how many milliseconds a reply asks to wait; undefined if it does not ask. */
function pauseFor({ status, headers }: AnsweredReply): number | undefined {
  const text = headers["retry-after"];
  if ((status !== 429 && status !== 503) || text === undefined) {
    return undefined;
  }
  const seconds = /^\d+(\.\d+)?$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? 1000 : Math.max(0, seconds * 1000);
}

/** The server that calls are sent to, and what all requests have in common. */
interface Target {
  readonly url: string;
  /** Host to its URL, for hosts with a URL of their own. */
  readonly hosts: Readonly<Record<string, string>>;
  readonly binding: Binding;
  readonly credentials: Credentials;
  readonly headers: Readonly<Record<string, string>>;
  readonly userAgent: string;
}

/** Returns the request of a call. */
function requestOf(call: Call, target: Target): SentRequest {
  const { route, arg, content, rawArgument, contentType } = call;
  const base = (target.hosts[route.host] ?? target.url).replace(/\/+$/, "");
  const authorized = authorization(call, target.credentials);
  const json = rawArgument ?? (arg === undefined ? undefined : stringifyJson(arg));
  const isRpc = route.style === "rpc";
  const type = contentType === undefined ? usualType(call, json !== undefined) : contentType;
  const headers = {
    "User-Agent": target.userAgent,
    ...target.headers,
    ...(authorized !== undefined && { Authorization: authorized }),
    ...(type !== null && { "Content-Type": type }),
    ...(!isRpc && { [target.binding.headers.arg]: headerSafe(typeof json === "string" ? json : "null") }),
    ...call.headers,
  };
  const body = isRpc ? json : route.style === "upload" ? new Uint8Array(content ?? []) : undefined;
  return { method: "POST", url: base + route.path, headers, body };
}

function usualType({ route: { style } }: Call, hasJson: boolean): string | null {
  return style === "upload" ? "application/octet-stream" : style === "rpc" && hasJson ? "application/json" : null;
}
