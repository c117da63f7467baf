import sql, { type Sql } from "sql-template-tag";
import type { Queries } from "../database/database.js";

/** A valid team token. */
export interface TeamToken {
  /** The start of the token's hash. */
  readonly id: string;
  readonly team_id: string;
  readonly team_name: string;
  readonly app_key: string;
  readonly app_name: string;
  /** The email of the administrator who approved the app; null for tokens that test controls issued. */
  readonly approver: string | null;
  readonly created: Date;
  readonly expires: Date | null;
}

/** Returns the valid team tokens that satisfy a condition on `token`, newest first. */
export function findTeamTokens(queries: Queries, now: Date, condition: Sql): Promise<TeamToken[]> {
  return queries.all<TeamToken>(sql`
    select left(token.hash, 12) as id, team.id as team_id, team.name as team_name, app.key as app_key,
           app.name as app_name, account.email as approver, token.created, token.expires
    from token join team on team.id = token.team_id join app on app.key = token.app_key
    left join account on account.id = token.approved_by
    where not token.is_revoked and (token.expires is null or token.expires > ${now}) and ${condition}
    order by token.created desc`);
}

/** Disconnects an app from a team, and revokes its tokens for the team. Returns whether the app was connected. */
export async function disconnectTeamApp(queries: Queries, teamId: string, appKey: string): Promise<boolean> {
  const unlinked = await queries.run(sql`delete from app_team where app_key = ${appKey} and team_id = ${teamId}`);
  await queries.run(sql`
    update token set is_revoked = true where app_key = ${appKey} and team_id = ${teamId} and not is_revoked`);
  return unlinked > 0;
}
