import type { TeamMemberInfoInput } from "cloud-storage-api/team";
import sql, { type Sql } from "sql-template-tag";
import { column, rowReader, selectList, type Row } from "../../database/columns.js";
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
