import { addTeam } from "#controls/controls";
import { routeError } from "#controls/server";

/**
 * Returns the error for a requested state that is impossible. All controls have this error, so it can name any of their
 * routes.
 */
export function impossible(reason: string): Error {
  return routeError(addTeam, { ".tag": "impossible", impossible: reason });
}
