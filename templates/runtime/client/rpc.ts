import { aroundCall } from "./around-call.js";
import { createCall, type Call } from "./call.js";
import type { CallableRoute } from "./callable-route.js";
import { clientState, writeJson, type ClientCore, type ClientState } from "./core.js";
import type { CallOptions } from "./options.js";
import { exchange } from "./exchange.js";
import { idempotence } from "./idempotency.js";
import type { LoadableRoute } from "./loadable-route.js";
import { readReply, type Reply } from "./reply.js";
import { checkStyle } from "../routes/route-attributes.js";
import { encodeArgument, replyReader } from "./validation.js";
import { wholeResponse } from "./whole-response.js";

/**
 * Calls a route. The request is sent once, for all views of the call. Rejects with a `CallError`; if the argument does not
 * match its type, this is an `EncodeError`, and nothing is sent.
 */
export function call<ArgInput, Result, E>(
  core: ClientCore,
  route: LoadableRoute<ArgInput, Result, E>,
  arg: ArgInput,
  options: CallOptions = {},
): Call<Result, E> {
  const client = core[clientState];
  const reply = aroundCall(client, route, arg, options, (route, arg, options) =>
    performCall(client, route, arg, options),
  );
  return createCall(route.path, reply);
}

async function performCall<ArgInput, Result, E>(
  client: ClientState,
  route: CallableRoute<ArgInput, Result, E>,
  arg: ArgInput,
  options: CallOptions,
): Promise<Reply<Result>> {
  checkStyle(client.binding, route, "rpc", "call");
  const json = route.hasArg ? writeJson(client, encodeArgument(client, route, arg, options)) : undefined;
  const plan = {
    route,
    ...(json === undefined ? {} : { contentType: "application/json", body: () => json }),
    isRepeatable: true,
    ...idempotence(client, route, options),
    read: async (response: Response) =>
      readReply(route, await wholeResponse(route, response), replyReader(client, options)),
  };
  return exchange(client, plan, options);
}
