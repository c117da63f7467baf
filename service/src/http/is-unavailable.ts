import { ContentsUnavailable } from "../contents/contents-unavailable.js";
import { isDatabaseUnavailable } from "../database/database.js";

/** Whether a call failed because something that the service depends on cannot be used now, and had no effect. */
export function isUnavailable(thrown: unknown): boolean {
  return thrown instanceof ContentsUnavailable || isDatabaseUnavailable(thrown);
}
