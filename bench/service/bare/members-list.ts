import type { Caller } from "./caller.js";
import type { Query } from "./database.js";

interface Member {
  readonly id: string;
  readonly number: number;
  readonly account_id: string;
  readonly external_id: string | null;
  readonly role: string;
  readonly membership_type: string;
  readonly status: string;
  readonly email: string;
  readonly email_verified: boolean;
  readonly given_name: string;
  readonly surname: string;
  readonly groups: readonly string[];
}

/** Returns the first members of the caller's team. */
export async function membersList(query: Query, { team_id }: Caller, { limit }: { limit: number }): Promise<object> {
  const found = await query<Member>(
    "members",
    `select member.id, member.account_id, member.external_id, member.role, member.membership_type, member.status,
            member.status_before_removal, member.recoverable_until, member.is_released, account.kind as account_kind,
            account.email, account.email_verified, account.given_name, account.surname, account.home,
            array(select team_group.id from group_member join team_group on team_group.id = group_member.group_id
                  where group_member.member_id = member.id and team_group.deleted is null
                  order by team_group.number) as groups,
            member.number
     from member join account on account.id = member.account_id
     where member.id in (
       select id from member where team_id = $1 and number > $2
       and (status <> 'removed' or $3::boolean)
       order by number limit $4)
     order by member.number`,
    [team_id, 0, false, limit + 1],
  );
  const rows = found.slice(0, limit);
  const members = rows.map((member) => ({
    profile: {
      team_member_id: member.id,
      external_id: member.external_id ?? undefined,
      account_id: member.account_id,
      email: member.email,
      email_verified: member.email_verified,
      status: { ".tag": member.status },
      name: {
        given_name: member.given_name,
        surname: member.surname,
        familiar_name: member.given_name,
        display_name: `${member.given_name} ${member.surname}`,
        abbreviated_name: `${member.given_name.charAt(0)}${member.surname.charAt(0)}`.toUpperCase(),
      },
      membership_type: { ".tag": member.membership_type },
      groups: member.groups,
    },
    role: { ".tag": member.role },
  }));
  return { members, cursor: String(rows.at(-1)?.number), has_more: found.length > limit };
}
