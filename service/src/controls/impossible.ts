import { addTeam } from "#controls/controls";
import { routeError } from "#controls/server";

/** Why the service cannot be put into a state. The route that it names stands for all controls: they fail in the same way. */
export function impossible(reason: string): Error {
  return routeError(addTeam, { ".tag": "impossible", impossible: reason });
}
