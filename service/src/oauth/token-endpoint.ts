import { DecodeError } from "cloud-storage-api";
import { decodeTokenArg, type TokenArg, type TokenResult } from "cloud-storage-api/auth";
import { badRequest } from "cloud-storage-api/server";
import { Hono, type Context } from "hono";
import { cors } from "hono/cors";
import sql from "sql-template-tag";
import { nameActor, recordEvent } from "../access/audit.js";
import { hashSecret } from "../access/tokens.js";
import { findPeople } from "../accounts/account.js";
import type { Backend } from "../backend.js";
import type { Queries } from "../database/database.js";
import { limitForms } from "../pages/protection.js";
import { checkClient, readClientForm, type ClientForm } from "./client-form.js";
import { type Approval, grantToken, matchesChallenge, revokeTokensOfCode, takeCode } from "./grant.js";

/** The form with which an app exchanges a code. */
interface Exchange extends ClientForm {
  readonly code: string;
  readonly redirectUri: string | undefined;
  /** The verifier, which an app on a user's device sends in place of a secret. */
  readonly codeVerifier: string | undefined;
}

/** Exchanges codes for tokens. Errors are plain text (B-082). */
export function tokenEndpoint(backend: Backend): Hono {
  const { database, clock } = backend;
  const endpoint = new Hono();
  // The endpoint ignores cookies, so any page may call it.
  endpoint.use(cors(), limitForms);
  endpoint.post("/", async (context) => {
    const exchange = await readExchange(context);
    if (exchange.secret === undefined && exchange.codeVerifier === undefined) {
      throw badRequest("The client_secret is missing, or the code_verifier of a public app.");
    }
    await checkClient(context, backend, exchange);
    const result = await database.transaction(async (queries) => {
      const now = await clock.now(queries);
      await nameActor(queries, { app: exchange.key, through: "/oauth2/token" });
      return redeem(queries, exchange, now);
    });
    if (result === "unknown code") {
      throw badRequest("The code is unknown, has expired or been used before, or belongs to another app.");
    }
    return context.json(result, 200, { "Cache-Control": "no-store" });
  });
  return endpoint;
}

async function readExchange(context: Context): Promise<Exchange> {
  const form = await readClientForm(context);
  const { code, redirect_uri: redirectUri } = tokenArg(form.fields);
  return { ...form, code, redirectUri, codeVerifier: form.fields["code_verifier"] };
}

function tokenArg(fields: Readonly<Record<string, string>>): TokenArg {
  const grantType = fields["grant_type"];
  if (grantType !== undefined && grantType !== "authorization_code") {
    const reason =
      grantType === "refresh_token" ? "no refresh tokens are issued" : "no other grant types are supported";
    throw badRequest(`The grant_type must be authorization_code: ${reason}.`);
  }
  try {
    return decodeTokenArg(fields);
  } catch (thrown) {
    throw thrown instanceof DecodeError ? badRequest(thrown.message) : thrown;
  }
}

async function redeem(queries: Queries, exchange: Exchange, now: Date): Promise<TokenResult | "unknown code"> {
  const approval = await takeCode(queries, exchange.key, exchange.code, now);
  if (approval === undefined) {
    if ((await revokeTokensOfCode(queries, exchange.key, exchange.code)) > 0) {
      await recordEvent(queries, "code replayed", { app: exchange.key, through: "/oauth2/token" });
    }
    return "unknown code"; // returned, because an exception would roll back the revocation
  }
  if (approval.redirect_uri !== (exchange.redirectUri ?? null)) {
    throw badRequest("The redirect_uri does not match the authorization request.");
  }
  if (!matchesChallenge(exchange.codeVerifier, approval.code_challenge)) {
    throw badRequest("The code_verifier does not match the code_challenge.");
  }
  if (!(await isStillLinked(queries, approval))) {
    throw badRequest("The app is no longer linked.");
  }
  if (!(await canStillApprove(queries, approval))) {
    throw badRequest("The user who approved the app can no longer do so.");
  }
  return grantToken(queries, approval, { now, codeHash: hashSecret(exchange.code) });
}

/** Returns whether the app is still linked. Locks the link, so that a concurrent revocation also finds the new token. */
async function isStillLinked(queries: Queries, { app_key, account_id, team_id }: Approval): Promise<boolean> {
  const link =
    team_id === null
      ? sql`select from app_link where app_key = ${app_key} and account_id = ${account_id} for share`
      : sql`select from app_team where app_key = ${app_key} and team_id = ${team_id} for share`;
  return (await queries.first(link)) !== undefined;
}

/** Returns whether the account can still be used and, for an app of a team, still administers the team (B-104). */
async function canStillApprove(queries: Queries, { account_id, team_id }: Approval): Promise<boolean> {
  const [person] = await findPeople(queries, sql`account.id = ${account_id}`);
  return person !== undefined && (team_id === null || (person.is_admin && person.team_id === team_id));
}
