import { randomBytes } from "node:crypto";
import type * as WebAuthn from "@simplewebauthn/server";
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from "@simplewebauthn/server";
import sql from "sql-template-tag";
import type { Queries } from "../database/database.js";
import type { Settings } from "../settings.js";

/** A passkey of an account. */
export interface Passkey {
  readonly id: string;
  readonly name: string;
  readonly created: Date;
  readonly used: Date | null;
}

/** Where and when a passkey is added or used. */
export interface Ceremony {
  readonly relyingParty: RelyingParty;
  /** The hash of the session of the browser. */
  readonly session: string;
  readonly now: Date;
}

/** The maximum number of passkeys of an account. */
export const maxPasskeys = 20;

/** How long a challenge is valid, in milliseconds. It is also how long browsers wait for the user. */
const challengeLifetime = 10 * 60_000;

/** Loaded only when a passkey is added or used: most people have none, and each garbage collection also marks all loaded code. */
const loadWebAuthn = (): Promise<typeof WebAuthn> => import("@simplewebauthn/server");

/** Returns the passkeys of an account, oldest first. */
export function listPasskeys(queries: Queries, accountId: string): Promise<Passkey[]> {
  return queries.all<Passkey>(
    sql`select id, name, created, used from passkey where account_id = ${accountId} order by created, id`,
  );
}

/** Returns the accounts, out of these, that have a passkey. */
export async function accountsWithPasskeys(queries: Queries, accountIds: readonly string[]): Promise<string[]> {
  const rows = await queries.all<{ account_id: string }>(
    sql`select distinct account_id from passkey where account_id = any(${accountIds})`,
  );
  return rows.map(({ account_id }) => account_id);
}

/** The account that gets a passkey. */
interface NewOwner {
  readonly id: string;
  readonly email: string;
  readonly given_name: string;
  readonly surname: string;
}

/** Begins to add a passkey. Returns the options of `navigator.credentials.create`. */
export async function beginPasskey(
  queries: Queries,
  { relyingParty, session, now }: Ceremony,
  { id, email, given_name, surname }: NewOwner,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await loadWebAuthn();
  return generateRegistrationOptions({
    rpName: "Cloud Storage",
    rpID: relyingParty.id,
    userID: new TextEncoder().encode(id),
    userName: email,
    userDisplayName: `${given_name} ${surname}`,
    challenge: await issueChallenge(queries, { purpose: "add", session, accountId: id }, now),
    timeout: challengeLifetime,
    excludeCredentials: await findDescriptors(queries, [id]),
    // The password comes first, so the presence of the user is enough.
    authenticatorSelection: { residentKey: "preferred", userVerification: "preferred" },
  });
}

/**
 * Adds the passkey that a browser has created, in a transaction. Returns its id; a sentence about the problem if it was not
 * accepted, with the reason for the log.
 */
export async function addPasskey(
  queries: Queries,
  { relyingParty, session, now }: Ceremony,
  { accountId, name, credential }: { readonly accountId: string; readonly name: string; readonly credential: string },
): Promise<{ readonly id: string } | RefusedPasskey> {
  const { verifyRegistrationResponse } = await loadWebAuthn();
  const response = parseCredential(credential);
  const challenge = await takeChallenge(queries, { purpose: "add", session, accountId }, response, now);
  if (response === undefined || challenge === undefined) {
    return { problem: tooLate, reason: "The challenge is unknown, was used before, or has expired." };
  }
  const registration = response as unknown as RegistrationResponseJSON;
  const verified = await verify(() =>
    verifyRegistrationResponse({
      response: registration,
      expectedChallenge: challenge,
      expectedOrigin: relyingParty.origin,
      expectedRPID: relyingParty.id,
      requireUserVerification: false,
    }),
  );
  if (typeof verified === "string") {
    return { problem: "This passkey cannot be used here.", reason: verified };
  }
  if (!verified.verified) {
    return { problem: "This passkey cannot be used here.", reason: "The attestation is wrong." };
  }
  const { id, publicKey, counter } = verified.registrationInfo.credential;
  const added = await queries.run(sql`
    insert into passkey (id, account_id, name, public_key, counter, transports, created)
    select ${id}, ${accountId}, ${name}, ${Buffer.from(publicKey).toString("base64url")}, ${counter},
           ${readTransports(registration)}, ${now}
    where (select count(*) from passkey where account_id = ${accountId}) < ${maxPasskeys}
    on conflict do nothing`);
  return added > 0
    ? { id }
    : { problem: "This passkey was added before, or there are too many.", reason: "The passkey is not new." };
}

/** The reason why a passkey was rejected. */
interface RefusedPasskey {
  /** A sentence for the user. */
  readonly problem: string;
  /** The reason for the log. */
  readonly reason: string;
}

const tooLate = "That took too long. Please try again.";

/** Begins to use a passkey of one of these accounts. Returns the options of `navigator.credentials.get`. */
export async function requestPasskey(
  queries: Queries,
  { relyingParty, session, now }: Ceremony,
  accountIds: readonly string[],
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await loadWebAuthn();
  return generateAuthenticationOptions({
    rpID: relyingParty.id,
    challenge: await issueChallenge(queries, { purpose: "use", session, accountId: null }, now),
    timeout: challengeLifetime,
    allowCredentials: await findDescriptors(queries, accountIds),
    userVerification: "preferred",
  });
}

interface UsedPasskey {
  readonly id: string;
  readonly account_id: string;
  readonly public_key: string;
  readonly counter: number;
}

/**
 * Checks what a browser has signed with a passkey of one of these accounts, in a transaction. Returns the account and the
 * passkey.
 */
export async function usePasskey(
  queries: Queries,
  { relyingParty, session, now }: Ceremony,
  { accountIds, credential }: { readonly accountIds: readonly string[]; readonly credential: string },
): Promise<{ readonly account: string; readonly passkey: string } | RefusedPasskey> {
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  const response = parseCredential(credential);
  const challenge = await takeChallenge(queries, { purpose: "use", session, accountId: null }, response, now);
  if (response === undefined || challenge === undefined) {
    return { problem: tooLate, reason: "The challenge is unknown, was used before, or has expired." };
  }
  // Locked, so that the same count is not accepted twice.
  const passkey = await queries.first<UsedPasskey>(sql`
    select id, account_id, public_key, counter from passkey
    where id = ${String(response.id)} and account_id = any(${accountIds}) for update`);
  if (passkey === undefined) {
    return { problem: "This passkey does not belong to the account.", reason: "The passkey belongs to nobody here." };
  }
  const { id, counter, public_key, account_id } = passkey;
  const verified = await verify(() =>
    verifyAuthenticationResponse({
      response: response as unknown as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: relyingParty.origin,
      expectedRPID: relyingParty.id,
      credential: { id, counter, publicKey: Buffer.from(public_key, "base64url") },
      requireUserVerification: false,
    }),
  );
  if (typeof verified === "string" || !verified.verified) {
    const reason = typeof verified === "string" ? verified : "The signature is wrong.";
    return { problem: "This passkey was not accepted.", reason };
  }
  const { newCounter } = verified.authenticationInfo;
  await queries.run(sql`update passkey set counter = ${newCounter}, used = ${now} where id = ${id}`);
  return { account: account_id, passkey: id };
}

/** Removes a passkey of an account, and the recovery codes together with the last one. */
export async function removePasskey(queries: Queries, accountId: string, id: string): Promise<void> {
  await queries.run(sql`delete from passkey where id = ${id} and account_id = ${accountId}`);
  await queries.run(sql`
    delete from recovery_code
    where account_id = ${accountId} and not exists (select from passkey where account_id = ${accountId})`);
}

/** Removes all passkeys and recovery codes of these accounts. Returns the number of passkeys. */
export async function removeAllPasskeys(queries: Queries, accountIds: readonly string[]): Promise<number> {
  await queries.run(sql`delete from recovery_code where account_id = any(${accountIds})`);
  return queries.run(sql`delete from passkey where account_id = any(${accountIds})`);
}

/** Deletes the challenges that have expired. */
export async function forgetChallenges(queries: Queries, now: Date): Promise<void> {
  await queries.run(sql`delete from passkey_challenge where expires < ${now}`);
}

/** What a challenge is valid for. */
interface ChallengeUse {
  readonly purpose: "add" | "use";
  readonly session: string;
  /**
   * The account to which a passkey is added: a browser can be logged in to several accounts, and the identity is confirmed
   * for one of them. A passkey that is used belongs to an account itself, so the challenge does not.
   */
  readonly accountId: string | null;
}

async function issueChallenge(
  queries: Queries,
  { purpose, session, accountId }: ChallengeUse,
  now: Date,
): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = new Uint8Array(randomBytes(32));
  await queries.run(sql`
    insert into passkey_challenge (challenge, session, purpose, account_id, expires)
    values (${Buffer.from(challenge).toString("base64url")}, ${session}, ${purpose}, ${accountId},
            ${new Date(now.getTime() + challengeLifetime)})`);
  return challenge;
}

/** Returns the challenge that a browser has answered, which is then no longer valid; undefined if it was not valid before. */
async function takeChallenge(
  queries: Queries,
  { purpose, session, accountId }: ChallengeUse,
  credential: SentCredential | undefined,
  now: Date,
): Promise<string | undefined> {
  const signed = Buffer.from(String(credential?.response.clientDataJSON), "base64url").toString();
  const clientData = readJson(signed) as { readonly challenge?: unknown } | null | undefined;
  const challengeRow = await queries.first<{ challenge: string }>(sql`
    delete from passkey_challenge
    where challenge = ${String(clientData?.challenge)} and session = ${session} and purpose = ${purpose}
      and account_id is not distinct from ${accountId} and expires > ${now}
    returning challenge`);
  return challengeRow?.challenge;
}

/** The data that a browser has sent, which is untrusted. The library checks the fields that are not read here. */
interface SentCredential {
  readonly id?: unknown;
  readonly response: { readonly clientDataJSON?: unknown };
}

/** Returns the credential in a form; undefined if it is malformed. */
function parseCredential(text: string): SentCredential | undefined {
  const sent = readJson(text) as { readonly response?: object | null } | null | undefined;
  return sent?.response == null ? undefined : { ...sent, response: sent.response };
}

/** Returns the result of a check of the library; the reason if it throws one. */
function verify<Result>(check: () => Promise<Result>): Promise<Result | string> {
  return check().catch((thrown: unknown) => (thrown instanceof Error ? thrown.message : String(thrown)));
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** How a browser reports that it reaches an authenticator: a few short words. */
function readTransports({ response: { transports } }: RegistrationResponseJSON): string[] {
  const words = Array.isArray(transports) ? transports : [];
  return words.filter((word) => typeof word === "string" && /^[a-z-]{1,20}$/.test(word)).slice(0, 10);
}

function findDescriptors(
  queries: Queries,
  accountIds: readonly string[],
): Promise<{ readonly id: string; readonly transports: string[] }[]> {
  return queries.all(sql`select id, transports from passkey where account_id = any(${accountIds}) order by created`);
}

/** The site that passkeys belong to (WebAuthn, section 4). */
interface RelyingParty {
  /** The host, which is part of each passkey. */
  readonly id: string;
  /** The origin of the pages on which passkeys can be used. */
  readonly origin: string;
}

/**
 * Returns the relying party: the host of `WEB_URL`. Without `WEB_URL` it is localhost, on the port of the request, because
 * passkeys cannot belong to an IP address, and because a stranger could send any other name of a host.
 */
export function findRelyingParty({ webUrl }: Pick<Settings, "webUrl">, requestUrl: string): RelyingParty {
  const { hostname: id, origin } = new URL(webUrl ?? `http://localhost:${new URL(requestUrl).port}`);
  return { id, origin };
}
