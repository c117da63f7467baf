import { toFetchHandler } from "./fetch-handler.js";
import type { ServerCore } from "./server.js";

/** Answers requests. It never rejects. */
export interface Handler {
  (request: Request): Promise<Response>;
  /** The same without `Request` and `Response`, for platforms that have something faster. */
  readonly core: ServerCore;
}

export function handlerOf(core: ServerCore): Handler {
  return Object.assign(toFetchHandler(core), { core });
}
