import type { TeamMemberInfoInput, UserSelectorArg } from "cloud-storage-api/team";
import sql, { join, raw, type Sql } from "sql-template-tag";
import type { Queries } from "../../database/database.js";

type Role = "team_admin" | "user_management_admin" | "support_admin" | "member_only";

/** The columns that describe a member, from the tables `member` and `account`. */
const columns = {
  id: column<string>(sql`member.id`),
  account_id: column<string>(sql`member.account_id`),
  external_id: column<string | null>(sql`member.external_id`),
  role: column<Role>(sql`member.role`),
  membership_type: column<"full" | "limited">(sql`member.membership_type`),
  status: column<"active" | "invited" | "suspended" | "removed">(sql`member.status`),
  status_before_removal: column<"active" | "invited" | "suspended" | null>(sql`member.status_before_removal`),
  recoverable_until: column<Date | null>(sql`member.recoverable_until`),
  is_released: column<boolean>(sql`member.is_released`),
  account_kind: column<"personal" | "work">(sql`account.kind`),
  email: column<string>(sql`account.email`),
  email_verified: column<boolean>(sql`account.email_verified`),
  given_name: column<string>(sql`account.given_name`),
  surname: column<string>(sql`account.surname`),
  home: column<number>(sql`account.home`),
  groups: column<string[]>(sql`
    array(select team_group.id from group_member join team_group on team_group.id = group_member.group_id
          where group_member.member_id = member.id and team_group.deleted is null
          order by team_group.number)`),
};

/** The columns of a {@link MemberRow} except the number. */
export const memberColumns = selectList(columns);

const numberedColumns = { ...columns, number: column<number>(sql`member.number`) };

/** A member, including the fields of the account. `number` is the member's position in lists. */
export type MemberRow = Row<typeof numberedColumns>;

const toMember = rowReader(numberedColumns);

/**
 * Returns members that satisfy a condition on `member` and `account`, in the order of their numbers; at most `limit` if it is
 * set.
 */
export async function findMembers(queries: Queries, condition: Sql, limit?: number): Promise<MemberRow[]> {
  const arrays = await queries.arrays(sql`
    select ${selectList(numberedColumns)}
    from member join account on account.id = member.account_id
    where ${condition}
    order by member.number limit ${limit ?? null}`);
  return arrays.map(toMember);
}

/** Returns the information about a member. The time determines whether a removed member can be recovered. */
export function memberInfo(member: MemberRow, now: Date): TeamMemberInfoInput {
  // The groups are added in place, because a copy of the profile would cost as much as the profile itself.
  return { profile: Object.assign(memberProfile(member, now), { groups: member.groups }), role: member.role };
}

/** Returns the profile of a member without the groups, as it is in lists of group members. */
export function memberProfile(member: MemberRow, now: Date): Omit<TeamMemberInfoInput["profile"], "groups"> {
  const { given_name, surname } = member;
  return {
    team_member_id: member.id,
    external_id: member.external_id ?? undefined,
    account_id: member.account_id,
    email: member.email,
    email_verified: member.email_verified,
    status:
      member.status === "removed"
        ? { ".tag": "removed", is_recoverable: isRecoverable(member, now) }
        : { ".tag": member.status },
    name: {
      given_name,
      surname,
      familiar_name: given_name,
      display_name: `${given_name} ${surname}`,
      abbreviated_name: `${initial(given_name)}${initial(surname)}`.toUpperCase(),
    },
    membership_type: member.membership_type,
  };
}

/** Returns the first character of a name. It may have two code units. */
function initial(name: string): string {
  const character = name.codePointAt(0);
  return character === undefined ? "" : String.fromCodePoint(character);
}

/** Returns whether a removed member can still be recovered. */
export function isRecoverable({ recoverable_until }: MemberRow, now: Date): boolean {
  return recoverable_until !== null && now < recoverable_until;
}

/**
 * Returns the members of a team that selectors identify, in the same order; undefined for those without a member. Removed
 * members are still found, even after a permanent removal, as long as no other member has their email or external id.
 */
export async function selectMembers(
  queries: Queries,
  teamId: string,
  selectors: readonly UserSelectorArg[],
): Promise<(MemberRow | undefined)[]> {
  const texts = (tag: UserSelectorArg[".tag"]): string[] =>
    selectors.filter((selector) => selector[".tag"] === tag).map(selectorText);
  const members = await findMembers(
    queries,
    sql`member.team_id = ${teamId} and member.id in (
      select id from member where id = any(${texts("team_member_id")})
      union all
      select id from member where team_id = ${teamId} and external_id = any(${texts("external_id")})
      union all
      select member.id from account join member on member.account_id = account.id
      where lower(account.email) in (select lower(email) from unnest(${texts("email")}::text[]) as email))`,
  );
  // Later rows replace earlier ones in the map, so permanently removed members come first, and then the others by number.
  const byRank = members.sort((a, b) => Number(b.is_released) - Number(a.is_released) || a.number - b.number);
  const ids = new Map(byRank.map((member) => [member.id, member]));
  const externalIds = new Map(byRank.map((member) => [member.external_id, member]));
  const emails = new Map(byRank.map((member) => [member.email.toLowerCase(), member]));
  return selectors.map((selector) => {
    switch (selector[".tag"]) {
      case "team_member_id":
        return ids.get(selector.team_member_id);
      case "external_id":
        return externalIds.get(selector.external_id);
      case "email":
        return emails.get(selector.email.toLowerCase());
    }
  });
}

/** Returns the member of a team that a selector identifies, as {@link selectMembers} does. */
export async function selectMember(
  queries: Queries,
  teamId: string,
  selector: UserSelectorArg,
): Promise<MemberRow | undefined> {
  const [member] = await selectMembers(queries, teamId, [selector]);
  return member;
}

/** Returns the present member that a selector identifies. Rejects with the error that `fail` returns if there is none. */
export async function selectPresent(
  queries: Queries,
  teamId: string,
  selector: UserSelectorArg,
  fail: (reason: "user_not_found" | "user_not_in_team") => Error,
): Promise<MemberRow> {
  const member = await selectMember(queries, teamId, selector);
  if (member === undefined) {
    throw fail("user_not_found");
  }
  if (member.status === "removed") {
    throw fail("user_not_in_team");
  }
  return member;
}

/** Returns the id or email in a selector. */
export function selectorText(selector: UserSelectorArg): string {
  switch (selector[".tag"]) {
    case "team_member_id":
      return selector.team_member_id;
    case "external_id":
      return selector.external_id;
    case "email":
      return selector.email;
  }
}

/** Returns whether a member is currently on a team. */
export async function isMember(queries: Queries, teamId: string, memberId: string): Promise<boolean> {
  const member = await queries.first(
    sql`select from member where id = ${memberId} and team_id = ${teamId} and status <> 'removed'`,
  );
  return member !== undefined;
}

/** Permanently removes members who can no longer be recovered. */
export async function releaseOverdue(queries: Queries, now: Date): Promise<void> {
  // The members of all teams, because emails become available to all teams; always in the same order, to prevent deadlocks.
  const overdue = await queries.all<{ id: string }>(sql`
    select id from member where status = 'removed' and not is_released and recoverable_until <= ${now}
    order by id for update`);
  if (overdue.length > 0) {
    await release(
      queries,
      overdue.map(({ id }) => id),
    );
  }
}

/** Permanently removes members: closes their accounts, and makes their emails and external ids available. */
export async function release(queries: Queries, memberIds: readonly string[]): Promise<void> {
  const released = await queries.all<{ account_id: string }>(sql`
    update member set is_released = true, recoverable_until = null where id = any(${memberIds}) returning account_id`);
  const accounts = released.map(({ account_id }) => account_id);
  await queries.run(sql`update account set is_closed = true where id = any(${accounts})`);
  await queries.run(sql`update account set paired_with = null where paired_with = any(${accounts})`);
}

/** An expression that a statement selects, which carries the type of its values. */
interface Column<Value> {
  readonly expression: Sql;
  /** Never set. Only carries the type. */
  readonly value?: Value;
}

type Columns = Readonly<Record<string, Column<unknown>>>;

/** The type of a row that has these columns. */
type Row<Of extends Columns> = {
  readonly [Name in keyof Of]: Of[Name] extends Column<infer Value> ? Value : never;
};

function column<Value>(expression: Sql): Column<Value> {
  return { expression };
}

/** Returns the columns as a list for `select`. */
function selectList(columns: Columns): Sql {
  return join(Object.entries(columns).map(([name, { expression }]) => join([expression, raw(name)], " as ")));
}

/** Returns a function that converts a row from an array, in the order of the columns, to an object. */
function rowReader<Of extends Columns>(columns: Of): (values: readonly unknown[]) => Row<Of> {
  const names = Object.keys(columns);
  return (values) => {
    const row: Record<string, unknown> = {};
    for (let index = 0; index < names.length; index++) {
      row[names[index] ?? ""] = values[index];
    }
    return row as Row<Of>;
  };
}
