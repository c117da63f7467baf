import { jsonReply, textReply, withHeaders, type ServerReply } from "../server/reply.js";
import { splitUrl, type ServerRequest } from "../server/request.js";
import { parseJson, stringifyJson } from "../text/json.js";
import type { TwinSnapshot } from "./model-keeper.js";
import { TwinError } from "./outcome.js";

/** The methods of a Twin that other processes can call over HTTP. */
export interface Controlled {
  /** Adds all plans, or throws a {@link TwinError} and adds none. */
  plan(plans: readonly unknown[]): void;
  calls(): readonly unknown[];
  reset(): void;
  /** Returns the state of the model; an empty object if the Twin has no model. */
  snapshot(): TwinSnapshot;
  restore(snapshot: TwinSnapshot): void;
}

const controlPrefix = "/__twin/";
const maxBytes = 1_048_576;

/** Returns whether a request is a command to the Twin itself, not a call of a route. */
export function isControl({ url }: ServerRequest): boolean {
  return splitUrl(url).path.startsWith(controlPrefix);
}

/** Executes a command to the Twin itself, about plans, calls or state. Returns the reply. */
export async function controlReply(twin: Controlled, request: ServerRequest): Promise<ServerReply> {
  const name = splitUrl(request.url).path.slice(controlPrefix.length);
  const reply = await (request.method === "OPTIONS" ? preflight(request) : answer(twin, name, request));
  return withHeaders(reply, { "Access-Control-Allow-Origin": "*" });
}

function preflight(request: ServerRequest): ServerReply {
  const headers = request.header("access-control-request-headers") ?? "";
  return {
    status: 204,
    headers: { "Access-Control-Allow-Methods": "GET, POST, PUT", "Access-Control-Allow-Headers": headers },
    body: "",
  };
}

async function answer(twin: Controlled, name: string, request: ServerRequest): Promise<ServerReply> {
  try {
    switch (`${request.method} ${name}`) {
      case "POST plans": {
        const plans = readPlans(await request.text(maxBytes, 30_000));
        twin.plan(plans);
        return jsonReply(200, JSON.stringify({ planned: plans.length }));
      }
      case "GET calls":
        return jsonReply(200, stringifyJson(twin.calls()));
      case "POST reset":
        twin.reset();
        return jsonReply(200, "{}");
      case "GET state":
        return jsonReply(200, stringifyJson(twin.snapshot()));
      case "PUT state":
        twin.restore(parseJson(await request.text(maxBytes, 30_000)) as TwinSnapshot);
        return jsonReply(200, "{}");
      default:
        return textReply(
          404,
          "The requests below /__twin/ are POST plans, GET calls, POST reset, GET state and PUT state",
        );
    }
  } catch (thrown) {
    if (thrown instanceof TwinError || thrown instanceof SyntaxError) {
      return textReply(400, thrown.message);
    }
    throw thrown;
  }
}

/** Reads one plan or a list of plans. Throws a SyntaxError for invalid JSON. */
function readPlans(text: string): readonly unknown[] {
  const json = parseJson(text);
  return Array.isArray(json) ? json : [json];
}
