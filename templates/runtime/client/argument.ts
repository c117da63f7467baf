import { writeJson, type ClientState } from "./core.js";
import type { Message } from "./request.js";
import { headerSafe } from "../text/json.js";

/**
 * Adds the argument of an upload or a download to its request, whose body cannot contain it: in a header, or in the URL to
 * avoid preflight requests.
 */
export function withArgument<Sent extends Message>(client: ClientState, message: Sent, arg: unknown): Sent {
  const json = writeJson(client, arg);
  if (client.options().avoidPreflight === true) {
    return { ...message, parameters: [`arg=${encodeURIComponent(json)}`] };
  }
  return { ...message, headers: { [client.binding.headers.arg]: headerSafe(json), ...message.headers } };
}
