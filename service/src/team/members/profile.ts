import type { TeamMemberInfoInput } from "cloud-storage-api/team";
import sql, { type Sql } from "sql-template-tag";
import type { Queries } from "../../database/database.js";

/** A member, with the fields of the account. */
export interface MemberRow {
  readonly id: string;
  /** The position of the member in the list. */
  readonly number: number;
  readonly account_id: string;
  readonly external_id: string | null;
  readonly role: "team_admin" | "user_management_admin" | "support_admin" | "member_only";
  readonly membership_type: "full" | "limited";
  readonly status: "active" | "invited" | "suspended" | "removed";
  readonly status_before_removal: "active" | "invited" | "suspended" | null;
  readonly recoverable_until: Date | null;
  readonly is_released: boolean;
  readonly account_kind: "personal" | "work";
  readonly email: string;
  readonly email_verified: boolean;
  readonly given_name: string;
  readonly surname: string;
  readonly home: number;
  readonly groups: string[];
}

/** The columns of {@link MemberRow}, from `member` and `account`, without the number. */
export const memberColumns = sql`
  member.id, member.account_id, member.external_id, member.role, member.membership_type, member.status,
  member.status_before_removal, member.recoverable_until, member.is_released, account.kind as account_kind,
  account.email, account.email_verified, account.given_name, account.surname, account.home,
  array(select team_group.id from group_member join team_group on team_group.id = group_member.group_id
        where group_member.member_id = member.id and team_group.deleted is null
        order by team_group.number) as groups`;

/** The columns of {@link memberColumns}, in their order, and the number. */
type MemberArray = readonly [
  id: string,
  account_id: string,
  external_id: string | null,
  role: MemberRow["role"],
  membership_type: MemberRow["membership_type"],
  status: MemberRow["status"],
  status_before_removal: MemberRow["status_before_removal"],
  recoverable_until: Date | null,
  is_released: boolean,
  account_kind: MemberRow["account_kind"],
  email: string,
  email_verified: boolean,
  given_name: string,
  surname: string,
  home: number,
  groups: string[],
  number: number,
];

/** Members that match a condition on `member` and `account`, in the order of their numbers. */
export async function findMembers(queries: Queries, condition: Sql): Promise<MemberRow[]> {
  const arrays = await queries.arrays<MemberArray>(sql`
    select ${memberColumns}, member.number
    from member join account on account.id = member.account_id
    where ${condition}
    order by member.number`);
  return arrays.map(toMember);
}

function toMember([
  id,
  account_id,
  external_id,
  role,
  membership_type,
  status,
  status_before_removal,
  recoverable_until,
  is_released,
  account_kind,
  email,
  email_verified,
  given_name,
  surname,
  home,
  groups,
  number,
]: MemberArray): MemberRow {
  return {
    id,
    account_id,
    external_id,
    role,
    membership_type,
    status,
    status_before_removal,
    recoverable_until,
    is_released,
    account_kind,
    email,
    email_verified,
    given_name,
    surname,
    home,
    groups,
    number,
  };
}

/** A member as the API shows them. The time decides whether a removed member can be recovered. */
export function memberInfo(member: MemberRow, now: Date): TeamMemberInfoInput {
  // Completed in place: a copy of each profile would cost as much as the profile.
  return { profile: Object.assign(memberProfile(member, now), { groups: member.groups }), role: member.role };
}

/** A member without their groups, as groups show them. */
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

/** The first character of a name, which may consist of two code units. */
function initial(name: string): string {
  const character = name.codePointAt(0);
  return character === undefined ? "" : String.fromCodePoint(character);
}

/** Whether a removed member can still be recovered. */
export function isRecoverable({ recoverable_until }: MemberRow, now: Date): boolean {
  return recoverable_until !== null && now < recoverable_until;
}
