import sql, { type Sql } from "sql-template-tag";
import type { Queries } from "../database/database.js";
import { newAccountId } from "../database/ids.js";

/** The fields of a new account. */
export interface NewAccount {
  readonly email: string;
  readonly givenName: string;
  readonly surname: string;
  readonly kind: "personal" | "work";
  readonly isEmailVerified: boolean;
  readonly quota: number | undefined;
}

/** Adds an account with an empty home. Returns the id of the account and the namespace of the home. */
export async function addAccount(
  queries: Queries,
  account: NewAccount,
  now: Date,
): Promise<{ readonly id: string; readonly home: number }> {
  const id = newAccountId();
  const namespace = await queries.first<{ id: number }>(
    sql`insert into namespace (kind, created) values ('home', ${now}) returning id`,
  );
  const home = namespace?.id ?? 0;
  await queries.run(sql`
    insert into account (id, email, email_verified, given_name, surname, kind, home, quota, created)
    values (${id}, ${account.email}, ${account.isEmailVerified}, ${account.givenName}, ${account.surname},
            ${account.kind}, ${home}, ${account.quota ?? null}, ${now})`);
  return { id, home };
}

/** An account in use: it is not closed and, if it belongs to a member, the member is active. */
export interface Person {
  readonly id: string;
  readonly email: string;
  readonly given_name: string;
  readonly surname: string;
  readonly kind: "personal" | "work";
  readonly team_id: string | null;
  readonly team_name: string | null;
  /** Whether the person administers their team. */
  readonly is_admin: boolean;
  /** Whether they need a passkey to administer the team, and have none. */
  readonly needs_passkey: boolean;
}

/** Returns the accounts in use that satisfy a condition on `account`, personal accounts first. */
export function findPeople(queries: Queries, condition: Sql): Promise<Person[]> {
  return queries.all<Person>(sql`
    select account.id, account.email, account.given_name, account.surname, account.kind,
           team.id as team_id, team.name as team_name, coalesce(member.role = 'team_admin', false) as is_admin,
           coalesce(member.role = 'team_admin' and team.requires_passkeys, false)
             and not exists (select from passkey where passkey.account_id = account.id) as needs_passkey
    from account
    left join member on member.account_id = account.id and account.kind = 'work'
    left join team on team.id = member.team_id
    where not account.is_closed and (member.status is null or member.status = 'active') and ${condition}
    order by account.kind, account.email`);
}

/** Locks these emails until the transaction ends, so that no other transaction can assign them to accounts. */
export async function holdEmails(queries: Queries, emails: readonly string[]): Promise<void> {
  // The emails are locked in a fixed order, to prevent deadlocks.
  for (const email of emails.map((email) => email.toLowerCase()).sort()) {
    await queries.run(sql`select pg_advisory_xact_lock(hashtextextended(${email}, 0))`);
  }
}
