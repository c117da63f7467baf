import { routeError, type TeamHandlers } from "cloud-storage-api/server";
import { membersSendWelcomeEmail } from "cloud-storage-api/team";
import type { Caller } from "../../access/caller.js";
import type { Backend } from "../../backend.js";
import { changeTeam } from "../change.js";
import { invite } from "./invite.js";
import { selectPresent } from "./selector.js";

/** Returns the handler that resends invitations. */
export function memberWelcomeHandlers({
  database,
  clock,
}: Backend): Pick<TeamHandlers<Caller>, "membersSendWelcomeEmail"> {
  return {
    membersSendWelcomeEmail: (user, caller) =>
      changeTeam(database, clock, caller, async (change) => {
        const { teamId } = caller;
        const { id } = await selectPresent(change.queries, teamId, user, (reason) =>
          routeError(membersSendWelcomeEmail, reason),
        );
        await invite(change, id);
      }),
  };
}
