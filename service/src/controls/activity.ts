import type { ActivityHandlers } from "#controls/server";
import sql from "sql-template-tag";
import type { Backend } from "../backend.js";
import { jsonText } from "../database/database.js";
import { newSessionId } from "../database/ids.js";
import { impossible } from "./impossible.js";

/** Returns the test controls for devices and the data of reports. */
export function activityControls({ database }: Backend): ActivityHandlers<undefined> {
  const add =
    (kind: "web" | "desktop" | "mobile") =>
    async ({ team_member_id, ...info }: { readonly team_member_id: string }): Promise<{ session_id: string }> => {
      const session_id = newSessionId();
      const added = await database.run(sql`
        insert into device_session (id, member_id, kind, info)
        select ${session_id}, id, ${kind}, ${JSON.stringify(info)}::jsonb from member where id = ${team_member_id}`);
      if (added === 0) {
        throw impossible("There is no such member.");
      }
      return { session_id };
    };
  return {
    addWebSession: add("web"),
    addDesktopClient: add("desktop"),
    addMobileClient: add("mobile"),
    async getSession({ session_id }) {
      const state = await database.first<{ is_revoked: boolean; is_to_be_wiped: boolean }>(
        sql`select is_revoked, is_to_be_wiped from device_session where id = ${session_id}`,
      );
      if (state === undefined) {
        throw impossible("There is no such session.");
      }
      return state;
    },
    addDays: ({ team_id, days, events }) =>
      database.transaction(async (queries) => {
        for (const { storage, ...day } of days) {
          await queries.run(sql`
            insert into day_of_team (team_id, day, team_size, pending_invites, members_joined, suspended_members,
                                     licenses, shared_folders)
            values (${team_id}, ${day.day}::date, ${day.team_size}, ${day.pending_invites}, ${day.members_joined},
                    ${day.suspended_members}, ${day.licenses}, ${day.shared_folders})`);
          await queries.run(sql`
            insert into day_of_member (team_id, day, member_id, shared_bytes, unshared_bytes)
            select ${team_id}, ${day.day}::date, team_member_id, shared_bytes, unshared_bytes
            from jsonb_to_recordset(${jsonText(storage)}::jsonb)
              as seed (team_member_id text, shared_bytes bigint, unshared_bytes bigint)`);
        }
        await queries.run(sql`
          insert into activity (team_id, day, kind, member_id, subject, platform)
          select ${team_id}, day, kind, team_member_id, subject, platform
          from jsonb_to_recordset(${jsonText(events)}::jsonb)
            as seed (day date, kind text, team_member_id text, subject text, platform text)`);
      }),
  };
}
