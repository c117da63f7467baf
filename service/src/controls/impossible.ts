import { addTeam } from "#controls/controls";
import { routeError } from "#controls/server";

/** Returns the error for an impossible state. It names the same route for all controls, because they all have this error. */
export function impossible(reason: string): Error {
  return routeError(addTeam, { ".tag": "impossible", impossible: reason });
}
