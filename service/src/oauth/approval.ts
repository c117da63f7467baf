import sql from "sql-template-tag";
import { linkAccount, linkTeam } from "../access/links.js";
import type { Person } from "../accounts/account.js";
import type { Queries } from "../database/database.js";
import { type Answer, AuthorizationError, type AuthorizationRequest } from "./authorization-request.js";
import { grantToken, issueCode } from "./grant.js";

/**
 * The lifetime of tokens of the token flow in seconds. It is short because they appear in URLs and in the browser
 * history.
 */
export const tokenFlow = { lifetime: 3_600 };

/** Returns the reason why a user cannot approve the request of an app; undefined if they can (B-068, B-104). */
export function obstacle({ app, requireRole }: AuthorizationRequest, person: Person): string | undefined {
  if (app.kind === "team" && !person.is_admin) {
    return "Only an administrator of a team can approve this app.";
  }
  if (requireRole !== undefined && person.kind !== requireRole) {
    return `This app requires a ${requireRole} account.`;
  }
  return undefined;
}

/**
 * Returns whether the app that gets the response must be the registered one: it will need its secret, or the redirect goes to
 * its own host. Any program on a user's device can listen on localhost (RFC 8252, section 8.6).
 */
export function isIdentified({ app, target }: AuthorizationRequest): boolean {
  return !app.is_public || target.redirectUri?.startsWith("https:") === true;
}

/** Returns whether a user, or their team, has approved the app before. */
export async function hasApproved(queries: Queries, { app }: AuthorizationRequest, person: Person): Promise<boolean> {
  const link =
    app.kind === "team"
      ? sql`select from app_team where app_key = ${app.key} and team_id = ${person.team_id}`
      : sql`select from app_link where app_key = ${app.key} and account_id = ${person.id}`;
  return (await queries.first(link)) !== undefined;
}

/** A user who approves an app. */
export interface Approver {
  readonly person: Person;
  /** Their log-in session. */
  readonly loginId: number | null;
}

/** Links the app. Returns the response to the app. Throws an {@link AuthorizationError} if the user cannot approve the app. */
export async function approve(
  queries: Queries,
  request: AuthorizationRequest,
  { person, loginId }: Approver,
  now: Date,
): Promise<Answer> {
  const { app, target } = request;
  const reason = obstacle(request, person);
  if (reason !== undefined) {
    throw new AuthorizationError("access_denied", reason, target);
  }
  const teamId = app.kind === "team" ? person.team_id : null;
  const isLinked =
    teamId === null ? await linkAccount(queries, app.key, person.id, now) : await linkTeam(queries, app.key, teamId);
  if (!isLinked) {
    // B-105, Q-19
    throw new AuthorizationError(
      "unauthorized_client",
      "The app is in development and has reached its limit of teams.",
      target,
    );
  }
  const approval = {
    app_key: app.key,
    account_id: person.id,
    team_id: teamId,
    redirect_uri: target.redirectUri ?? null,
    code_challenge: request.codeChallenge ?? null,
    login_id: loginId,
  };
  if (target.flow === "token") {
    const { lifetime } = tokenFlow;
    const token = await grantToken(queries, approval, { now, expires: new Date(now.getTime() + lifetime * 1000) });
    return { ...token, expires_in: String(lifetime) };
  }
  return { code: await issueCode(queries, approval, now) };
}
