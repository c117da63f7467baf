import sql, { type Sql } from "sql-template-tag";
import type { Queries } from "../database/database.js";

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
