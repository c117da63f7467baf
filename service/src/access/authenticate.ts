import { timingSafeEqual } from "node:crypto";
import { badRequest, unauthorized, type AuthenticationRequest } from "cloud-storage-api/server";
import sql from "sql-template-tag";
import type { Backend } from "../backend.js";
import type { Clock } from "../clock.js";
import type { Cursors } from "../cursor.js";
import type { Queries } from "../database/database.js";
import { openSecret } from "./app.js";
import {
  type AppCaller,
  type Caller,
  type CallingApp,
  fileAccess,
  type TeamCaller,
  type UserCaller,
} from "./caller.js";
import { countCall } from "./rate-limits.js";
import { hashSecret } from "./tokens.js";

/** Returns the caller; undefined if the credentials are invalid or no longer valid. */
export async function authenticate(
  { database, clock, cursors, settings }: Backend,
  request: AuthenticationRequest,
): Promise<Caller | undefined> {
  const caller = await identifyCaller(database, clock, cursors, request);
  if (caller === undefined) {
    return undefined;
  }
  await countCall(database, settings, caller);
  return { ...caller, route: request.route.path };
}

async function identifyCaller(
  queries: Queries,
  clock: Clock,
  cursors: Cursors,
  { token, app, selectUser, selectAdmin }: AuthenticationRequest,
): Promise<Caller | undefined> {
  if (app !== undefined) {
    return appWith(queries, cursors, app.key, app.secret);
  }
  if (token === undefined) {
    return undefined;
  }
  const owner = await tokenOwner(queries, token, await clock.now(queries));
  if (owner === undefined || (selectUser === undefined && selectAdmin === undefined)) {
    return owner;
  }
  if (owner.kind !== "team") {
    throw badRequest("Only the token of a team lets an app act for a member.");
  }
  if (!owner.app.permissions.includes(fileAccess)) {
    throw badRequest(`To act for a member, the app needs the permission "${fileAccess}".`);
  }
  return selectAdmin === undefined
    ? actingFor(queries, owner, selectUser ?? "", "invalid_select_user")
    : actingFor(queries, owner, selectAdmin, "invalid_select_admin");
}

interface AppRow {
  app_key: string;
  app_name: string;
  access: CallingApp["access"];
  permissions: string[];
}

interface TokenRow extends AppRow {
  kind: "user" | "team";
  account_id: string | null;
  team_id: string | null;
  approved_by: string | null;
  home: number | null;
  member_id: string | null;
  member_team_id: string | null;
}

async function tokenOwner(queries: Queries, token: string, now: Date): Promise<UserCaller | TeamCaller | undefined> {
  const tokenHash = hashSecret(token);
  // Tokens of suspended or removed members and of closed accounts are invalid, and so are team tokens whose
  // approver no longer administers the team.
  const row = await queries.first<TokenRow>(sql`
    select token.kind, token.account_id, token.team_id, token.approved_by, account.home,
           member.id as member_id, member.team_id as member_team_id,
           app.key as app_key, app.name as app_name, app.access, app.permissions
    from token
    join app on app.key = token.app_key
    left join account on account.id = token.account_id
    left join member on member.account_id = account.id and account.kind = 'work'
    left join member as approver on approver.account_id = token.approved_by and approver.team_id = token.team_id
    where token.hash = ${tokenHash} and not token.is_revoked
      and (token.expires is null or token.expires > ${now})
      and account.is_closed is not true
      and (member.status is null or member.status = 'active')
      and (token.kind = 'user' or token.approved_by is null
           or (approver.status = 'active' and approver.role = 'team_admin'))`);
  if (row === undefined) {
    return undefined;
  }
  const app = toCallingApp(row);
  if (row.kind === "team" && row.team_id !== null) {
    return { kind: "team", app, teamId: row.team_id, approvedBy: row.approved_by ?? undefined, tokenHash };
  }
  if (row.account_id === null || row.home === null) {
    return undefined;
  }
  const member =
    row.member_id === null || row.member_team_id === null
      ? undefined
      : { id: row.member_id, teamId: row.member_team_id };
  return { kind: "user", app, accountId: row.account_id, home: row.home, member, isAdmin: false, tokenHash };
}

/**
 * Returns the member for whom a team app acts. Throws a Refusal that contains `reason` if the app must not act for that member
 * (N-11).
 */
async function actingFor(
  queries: Queries,
  { app, teamId, tokenHash }: TeamCaller,
  memberId: string,
  reason: "invalid_select_user" | "invalid_select_admin",
): Promise<UserCaller> {
  const isAdmin = reason === "invalid_select_admin";
  const row = await queries.first<{ account_id: string; home: number }>(sql`
    select account.id as account_id, account.home
    from member join account on account.id = member.account_id
    where member.id = ${memberId} and member.team_id = ${teamId} and member.status = 'active'
      and (member.role = 'team_admin' or not ${isAdmin}::boolean)`);
  if (row === undefined) {
    throw unauthorized(reason);
  }
  const member = { id: memberId, teamId };
  return { kind: "user", app, accountId: row.account_id, home: row.home, member, isAdmin, tokenHash };
}

/** Returns the app that has these credentials; undefined if the key is unknown or the secret incorrect. */
export async function appWith(
  queries: Queries,
  cursors: Cursors,
  key: string,
  secret: string,
): Promise<AppCaller | undefined> {
  const row = await queries.first<AppRow & { secret: string }>(
    sql`select key as app_key, name as app_name, access, permissions, secret from app where key = ${key}`,
  );
  // Hashes are compared, because the constant-time comparison requires equal lengths.
  const hash = (text: string): Buffer => Buffer.from(hashSecret(text));
  const isRight = row !== undefined && timingSafeEqual(hash(openSecret(cursors, key, row.secret)), hash(secret));
  return isRight ? { kind: "app", app: toCallingApp(row) } : undefined;
}

function toCallingApp({ app_key, app_name, access, permissions }: AppRow): CallingApp {
  return { key: app_key, name: app_name, access, permissions };
}
