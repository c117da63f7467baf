import { recordEvent } from "../access/audit.js";
import sql from "sql-template-tag";
import type { Backend } from "../backend.js";
import { invitationPath } from "../team/members/invitation.js";

interface InvitedRow {
  readonly id: string;
  readonly invitations: number;
  readonly email: string;
  readonly team_name: string;
}

/** Returns a list of the open invitations and their links, to print. `url` is the public URL of the service. */
export async function listInvitations({ database, clock, cursors }: Backend, url: string): Promise<string> {
  const now = await clock.now(database);
  await recordEvent(database, "invitations listed", { through: "command invitations" });
  const invited = await database.all<InvitedRow>(sql`
    select member.id, member.invitations, account.email, team.name as team_name
    from member join account on account.id = member.account_id join team on team.id = member.team_id
    where member.status = 'invited' order by member.number`);
  return invited.length === 0
    ? "There are no open invitations.\n"
    : invited
        .map(
          ({ id, invitations, email, team_name }) =>
            `${email} to ${team_name}\n  ${url}${invitationPath(cursors, id, invitations, now)}\n`,
        )
        .join("\n");
}
