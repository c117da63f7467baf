import sql, { type Sql } from "sql-template-tag";
import type { Queries } from "../database/database.js";

/** The maximum number of teams that may authorize an app in development (B-105). */
const developmentTeams = 6;

/** Links a user app to an account. Returns false if either of them does not exist. */
export async function linkAccount(queries: Queries, appKey: string, accountId: string, now: Date): Promise<boolean> {
  const linked = await queries.run(sql`
    insert into app_link (app_key, account_id, linked)
    select app.key, account.id, ${now} from app, account
    where app.key = ${appKey} and app.kind = 'user' and account.id = ${accountId} and not account.is_closed
    on conflict (app_key, account_id) do update set linked = app_link.linked`);
  return linked > 0;
}

/**
 * Unlinks a user app from an account, and revokes its tokens for the account. Returns the id of the app's folder; undefined
 * if the app was not linked.
 */
export async function unlinkAccount(
  queries: Queries,
  appKey: string,
  accountId: string,
): Promise<{ readonly folder_id: string | null } | undefined> {
  const link = await queries.first<{ folder_id: string | null }>(
    sql`delete from app_link where app_key = ${appKey} and account_id = ${accountId} returning folder_id`,
  );
  if (link !== undefined) {
    await queries.run(sql`update token set is_revoked = true where app_key = ${appKey} and account_id = ${accountId}`);
    // The app must not be able to exchange its OAuth 1 token for a new one either.
    await queries.run(sql`delete from oauth1_token where app_key = ${appKey} and account_id = ${accountId}`);
  }
  return link;
}

/** Links a team app to a team. Returns false if either of them does not exist, or the app has reached its team limit. */
export async function linkTeam(queries: Queries, appKey: string, teamId: string): Promise<boolean> {
  const app = await queries.first<{ status: string }>(
    sql`select status from app where key = ${appKey} and kind = 'team' for update`,
  );
  if (app === undefined) {
    return false;
  }
  const teams = await queries.all<{ team_id: string }>(sql`select team_id from app_team where app_key = ${appKey}`);
  if (teams.some(({ team_id }) => team_id === teamId)) {
    return true;
  }
  if (app.status === "development" && teams.length >= developmentTeams) {
    return false;
  }
  const linked = await queries.run(
    sql`insert into app_team (app_key, team_id) select ${appKey}, id from team where id = ${teamId}`,
  );
  return linked > 0;
}

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
