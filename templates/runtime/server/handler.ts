import { toFetchHandler } from "./fetch-handler.js";
import type { ServerCore } from "./server.js";

/** Handles requests. It never rejects. */
export interface Handler {
  (request: Request): Promise<Response>;
  /** The same handler without `Request` and `Response` objects, for platforms that do not use them. */
  readonly core: ServerCore;
}

export function toHandler(core: ServerCore): Handler {
  return Object.assign(toFetchHandler(core), { core });
}
