import {
  encodeFileAccessNotification,
  encodeTeamChangeNotification,
  type TeamChangeNotification,
} from "cloud-storage-api/webhooks";
import sql, { type Sql } from "sql-template-tag";
import { fileAccess, memberManagement } from "../access/caller.js";
import type { Queries } from "../database/database.js";

/** Notifies the apps of a team that some members have changed (N-09), after the transaction of these queries is committed. */
export async function notifyOfMembers(
  queries: Queries,
  teamId: string,
  memberIds: readonly string[],
  now: Date,
): Promise<void> {
  if (memberIds.length === 0) {
    return;
  }
  const notification: TeamChangeNotification = {
    team_events: [{ event: "member_info_change", team_id: teamId, member_ids: [...memberIds] }],
  };
  const body = JSON.stringify(encodeTeamChangeNotification(notification));
  await enqueue(queries, teamId, [memberManagement, fileAccess], body, now);
}

/**
 * Notifies the apps of teams that the files of some members have changed (B-219), after the transaction of these queries is
 * committed. `accounts` is a query that selects the ids of the members' accounts.
 */
export async function notifyOfFiles(queries: Queries, accounts: Sql, now: Date): Promise<void> {
  const affected = await queries.all<{ team_id: string; ids: string[] }>(sql`
    select team_id, array_agg(id order by number) as ids from member
    where account_id in (${accounts}) and status = 'active' group by team_id`);
  for (const { team_id, ids } of affected) {
    const teams = { [team_id]: ids };
    const body = JSON.stringify(encodeFileAccessNotification({ list_folder: { teams }, delta: { teams } }));
    await enqueue(queries, team_id, [fileAccess], body, now);
  }
}

async function enqueue(
  queries: Queries,
  teamId: string,
  permissions: readonly string[],
  body: string,
  now: Date,
): Promise<void> {
  const queued = await queries.run(sql`
    insert into notification (app_key, body, created)
    select app.key, ${body}, ${now}
    from app join app_team on app_team.app_key = app.key
    where app_team.team_id = ${teamId} and app.webhook_url is not null and app.permissions && ${permissions}`);
  if (queued > 0) {
    await queries.run(sql`select pg_notify('notification', '')`);
  }
}
