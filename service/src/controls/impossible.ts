import { addTeam } from "#controls/controls";
import { routeError } from "#controls/server";

/** The error for a state that is not possible. It names one route for all controls: they all fail in the same way. */
export function impossible(reason: string): Error {
  return routeError(addTeam, { ".tag": "impossible", impossible: reason });
}
