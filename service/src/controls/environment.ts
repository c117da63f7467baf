import type { ControlsHandlers } from "#controls/server";
import sql from "sql-template-tag";
import type { Backend } from "../backend.js";
import { moveClock } from "../clock.js";

type Handlers = Pick<ControlsHandlers<undefined>, "moveClock" | "setFault" | "clearFaults" | "listMails">;

/** Time, faults and mails. */
export function environmentControls({ database }: Backend): Handlers {
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
      return database.all(sql`
        select recipient, kind, member_id as team_member_id, detail::text as detail from mail
        where ${recipient}::text is null or lower(recipient) = lower(${recipient})
        order by number`);
    },
  };
}
