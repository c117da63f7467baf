import { ContentsUnavailable } from "../contents/contents-unavailable.js";
import { isDatabaseUnavailable } from "../database/database.js";

/** Returns whether a call had no effect because a dependency of the service is unavailable. */
export function isUnavailable(thrown: unknown): boolean {
  return thrown instanceof ContentsUnavailable || isDatabaseUnavailable(thrown);
}
