import { randomInt } from "node:crypto";
import sql from "sql-template-tag";
import { hashSecret } from "../access/tokens.js";
import type { Queries } from "../database/database.js";

/** How many codes people get at a time. */
const count = 10;

/** Without letters that look like digits. */
const letters = "23456789abcdefghjkmnpqrstuvwxyz";

/**
 * The number of letters of a code, which have 118 bits of entropy, so that their hashes need no salt (ASVS 5.0, requirement
 * 6.5.2).
 */
const length = 24;

/** Replaces the recovery codes of an account. Returns the new codes, of which only hashes are stored. */
export async function makeRecoveryCodes(queries: Queries, accountId: string): Promise<string[]> {
  const codes = Array.from({ length: count }, randomCode);
  await queries.run(sql`delete from recovery_code where account_id = ${accountId}`);
  await queries.run(sql`
    insert into recovery_code (hash, account_id)
    select unnest(${codes.map((code) => hashSecret(code))}::text[]), ${accountId}`);
  return codes.map((code) => code.replaceAll(/.{4}(?!$)/g, "$&-"));
}

/** Redeems a recovery code of one of these accounts. Returns the account; undefined if there is no such code. */
export async function useRecoveryCode(
  queries: Queries,
  accountIds: readonly string[],
  code: string,
): Promise<string | undefined> {
  const hash = hashSecret(code.toLowerCase().replaceAll(/[\s-]/g, ""));
  const redeemedCode = await queries.first<{ account_id: string }>(sql`
    delete from recovery_code where hash = ${hash} and account_id = any(${accountIds}) returning account_id`);
  return redeemedCode?.account_id;
}

/** Returns the number of recovery codes that an account has left. */
export async function countRecoveryCodes(queries: Queries, accountId: string): Promise<number> {
  const row = await queries.first<{ count: number }>(
    sql`select count(*) as count from recovery_code where account_id = ${accountId}`,
  );
  return row?.count ?? 0;
}

function randomCode(): string {
  return Array.from({ length }, () => letters[randomInt(letters.length)]).join("");
}
