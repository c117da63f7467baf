import sql from "sql-template-tag";
import { randomText } from "../database/ids.js";
import type { Queries } from "../database/database.js";
import { isOutdated, isPassword, passwordHash } from "./password.js";

/** The hash for the comparison if there is no account, so that the response time does not reveal whether there is one. */
const placeholderHash = passwordHash(randomText(22));

/** An account whose password the user has entered. */
interface OwnAccount {
  readonly id: string;
  /** A sentence that explains why the account cannot be used now; undefined if it can. */
  readonly obstacle: string | undefined;
}

interface AccountRow {
  id: string;
  password: string;
  status: "active" | "invited" | "suspended" | "removed" | null;
  team_name: string | null;
}

/** Returns the ids of the accounts that have an email. */
export async function findAccounts(queries: Queries, email: string): Promise<string[]> {
  const rows = await queries.all<{ id: string }>(
    sql`select id from account where lower(email) = lower(${email}) and not is_closed`,
  );
  return rows.map(({ id }) => id);
}

/** Returns the accounts that have an email and a password: none, one, or the personal and the work account of a person. */
export async function accountsWithPassword(queries: Queries, email: string, password: string): Promise<OwnAccount[]> {
  const accounts = await queries.all<AccountRow>(sql`
    select account.id, account.password, member.status, team.name as team_name
    from account
    left join member on member.account_id = account.id and account.kind = 'work'
    left join team on team.id = member.team_id
    where lower(account.email) = lower(${email}) and not account.is_closed and account.password is not null
    order by account.kind`);
  if (accounts.length === 0) {
    await isPassword(password, await placeholderHash);
  }
  const ownAccounts: OwnAccount[] = [];
  for (const account of accounts) {
    if (await isPassword(password, account.password)) {
      await renewHash(queries, account, password);
      ownAccounts.push({ id: account.id, obstacle: obstacle(account) });
    }
  }
  return ownAccounts;
}

/** Hashes the password of an account again, if its hash is outdated. */
async function renewHash(queries: Queries, { id, password: stored }: AccountRow, password: string): Promise<void> {
  if (isOutdated(stored)) {
    const hash = await passwordHash(password);
    await queries.run(sql`update account set password = ${hash} where id = ${id} and password = ${stored}`);
  }
}

function obstacle({ status, team_name }: AccountRow): string | undefined {
  switch (status) {
    case "invited":
      return `Accept the invitation to the team ${team_name} first.`;
    case "suspended":
      return `You are suspended from the team ${team_name}.`;
    case "removed":
      return `You are no longer on the team ${team_name}.`;
    default:
      return undefined;
  }
}
