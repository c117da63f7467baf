import type { Mail } from "#controls/controls";
import type { ControlsHandlers } from "#controls/server";
import sql from "sql-template-tag";
import { resetPath } from "../accounts/password-reset.js";
import type { Backend } from "../backend.js";
import { moveClock } from "../clock.js";
import { invitationPath } from "../team/members/invitation.js";

type Handlers = Pick<ControlsHandlers<undefined>, "moveClock" | "setFault" | "clearFaults" | "listMails">;

interface MailRow extends Mail {
  readonly sent: Date;
}

/** The kinds of mails that contain a link to accept an invitation. */
const invitations = new Set(["invitation", "migration"]);

/** Returns the test controls for time, faults and mails. */
export function environmentControls({ database, cursors }: Backend): Handlers {
  const linkIn = ({ kind, team_member_id, detail, sent }: MailRow): string | undefined => {
    const { id = "", number = 0 } = JSON.parse(detail) as { readonly id?: string; readonly number?: number };
    if (kind === "password-reset") {
      return resetPath(cursors, id);
    }
    return team_member_id != null && invitations.has(kind)
      ? invitationPath(cursors, team_member_id, number, sent)
      : undefined;
  };
  return {
    moveClock: ({ offset }) => moveClock(database, offset),
    async setFault({ place, subject, detail }) {
      await database.run(sql`
        insert into fault (place, subject, detail) values (${place}, ${subject}, ${detail})
        on conflict (place, subject) do update set detail = excluded.detail`);
    },
    async clearFaults() {
      await database.run(sql`delete from fault`);
      await database.run(sql`select pg_notify('job', '')`);
    },
    async listMails({ recipient = null }) {
      const mails = await database.all<MailRow>(sql`
        select recipient, kind, member_id as team_member_id, detail::text as detail, sent from mail
        where ${recipient}::text is null or lower(recipient) = lower(${recipient})
        order by number`);
      return mails.map(({ recipient, kind, team_member_id, detail, ...mail }) => ({
        recipient,
        kind,
        team_member_id,
        detail,
        link: linkIn({ ...mail, recipient, kind, team_member_id, detail }),
      }));
    },
  };
}
