import { DecodeError } from "cloud-storage-api";
import { decodeTokenArg, type TokenArg, type TokenResult } from "cloud-storage-api/auth";
import { badRequest } from "cloud-storage-api/server";
import { Hono, type Context } from "hono";
import { limitForms } from "../pages/limit-forms.js";
import { cors } from "hono/cors";
import { auth as basicCredentials } from "hono/utils/basic-auth";
import sql from "sql-template-tag";
import { appWith } from "../access/authenticate.js";
import { findPeople } from "../accounts/person.js";
import type { Backend } from "../backend.js";
import type { Queries } from "../database/database.js";
import { isVerifier, takeCode, type Approval } from "./codes.js";
import { grantToken } from "./grant.js";
import { findApp } from "./registered-app.js";

/** What an app sends in order to exchange a code. */
interface Exchange {
  readonly code: string;
  readonly redirectUri: string | undefined;
  readonly codeVerifier: string | undefined;
  readonly key: string;
  /** An app on somebody's device can keep none, and has a verifier instead. */
  readonly secret: string | undefined;
}

/** Gives tokens for codes, to programs: what is wrong it says in plain text (B-082). */
export function tokenEndpoint({ database, clock }: Backend): Hono {
  const endpoint = new Hono();
  // No cookie counts here, so any page may call.
  endpoint.use(cors(), limitForms);
  endpoint.post("/", async (context) => {
    const exchange = await readExchange(context);
    await checkApp(database, exchange);
    const result = await database.transaction(async (queries) => {
      const now = await clock.now(queries);
      return redeem(queries, exchange, now);
    });
    return context.json(result, 200, { "Cache-Control": "no-store" });
  });
  return endpoint;
}

async function readExchange(context: Context): Promise<Exchange> {
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(context.req.header("content-type") ?? "")) {
    throw badRequest("The body must be a form (application/x-www-form-urlencoded).");
  }
  const form = new URLSearchParams(await context.req.text());
  const fields = Object.fromEntries(form);
  if (Object.keys(fields).length < form.size) {
    throw badRequest("No parameter may be there twice.");
  }
  const { code, redirect_uri: redirectUri, client_id, client_secret } = tokenArg(fields);
  const basic = basicCredentials(context.req.raw);
  const [key, secret] = [client_id ?? basic?.username, client_secret ?? basic?.password];
  if (key === undefined) {
    throw badRequest("The key and the secret of the app are missing.");
  }
  if (basic !== undefined && (basic.username !== key || basic.password !== secret)) {
    throw badRequest("The credentials in the header are not those in the form.");
  }
  return { code, redirectUri, codeVerifier: fields["code_verifier"], key, secret };
}

function tokenArg(fields: unknown): TokenArg {
  try {
    return decodeTokenArg(fields);
  } catch (thrown) {
    throw thrown instanceof DecodeError ? badRequest(thrown.message) : thrown;
  }
}

async function checkApp(queries: Queries, { key, secret, codeVerifier }: Exchange): Promise<void> {
  if (secret === undefined && codeVerifier === undefined) {
    throw badRequest("The secret of the app is missing.");
  }
  const app = secret === undefined ? await findApp(queries, key) : await appWith(queries, key, secret);
  if (app === undefined) {
    throw badRequest("The key or the secret of the app is wrong.");
  }
}

async function redeem(queries: Queries, exchange: Exchange, now: Date): Promise<TokenResult> {
  const approval = await takeCode(queries, exchange.key, exchange.code, now);
  if (approval === undefined) {
    throw badRequest("The code is unknown, has expired or been used before, or belongs to another app.");
  }
  if (approval.redirect_uri !== (exchange.redirectUri ?? null)) {
    throw badRequest("The redirect_uri is not that of the request for authorization.");
  }
  if (!isVerifier(exchange.codeVerifier, approval.code_challenge)) {
    throw badRequest("The code_verifier is not what the code_challenge was made of.");
  }
  if (!(await isStillLinked(queries, approval))) {
    throw badRequest("The app is no longer linked.");
  }
  if (!(await canStillApprove(queries, approval))) {
    throw badRequest("The person who approved the app cannot do so any more.");
  }
  return grantToken(queries, approval.app_key, approval.account_id, approval.team_id, now);
}

/** Holds the link, so that whoever revokes the app at the same time finds the new token too. */
async function isStillLinked(queries: Queries, { app_key, account_id, team_id }: Approval): Promise<boolean> {
  const link =
    team_id === null
      ? sql`select from app_link where app_key = ${app_key} and account_id = ${account_id} for share`
      : sql`select from app_team where app_key = ${app_key} and team_id = ${team_id} for share`;
  return (await queries.first(link)) !== undefined;
}

/** Whether the account can still be used, and, for an app of a team, still administers it (B-104). */
async function canStillApprove(queries: Queries, { account_id, team_id }: Approval): Promise<boolean> {
  const [person] = await findPeople(queries, sql`account.id = ${account_id}`);
  return person !== undefined && (team_id === null || (person.is_admin && person.team_id === team_id));
}
