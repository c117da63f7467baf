import { NetworkError, type ReceivedResponse } from "./errors.js";
import { unreadable } from "./reply.js";
import type { RouteInfo } from "../routes/route.js";

/**
 * Returns the complete response with its body as text. Rejects with a {@link NetworkError} if the connection is lost, and with
 * a `ProtocolError` if a result is not UTF-8: replacing the invalid bytes would change names.
 */
export async function wholeResponse(route: RouteInfo, response: Response): Promise<ReceivedResponse> {
  const { status, headers, ok } = response;
  const lost = (cause: unknown): never => {
    throw new NetworkError(route.path, cause, { status, headers, body: "" });
  };
  if (typeof TextDecoder !== "function") {
    return { status, headers, body: await response.text().catch(lost) }; // without TextDecoder, UTF-8 cannot be validated
  }
  const bytes = await response.arrayBuffer().catch(lost);
  try {
    return { status, headers, body: new TextDecoder("utf-8", { fatal: ok }).decode(bytes) };
  } catch (cause) {
    throw unreadable(route.path, { status, headers, body: new TextDecoder().decode(bytes) }, "result", cause);
  }
}
