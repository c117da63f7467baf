import { isDeepStrictEqual } from "node:util";
import { routeError, type TeamHandlers } from "cloud-storage-api/server";
import { membersSetAdminPermissions, membersSetProfile, type MembersSetProfileArg } from "cloud-storage-api/team";
import sql from "sql-template-tag";
import type { Caller } from "../../access/caller.js";
import { holdEmails } from "../../accounts/account.js";
import type { Backend } from "../../backend.js";
import { notifyOfMembers } from "../../webhooks/notify.js";
import { changeTeam, type TeamChange } from "../change.js";
import { isRecoverable, memberInfo, type MemberRow, selectMember, selectPresent } from "./member.js";
import { isExternalIdUsed, isLastAdmin } from "./rules.js";

/** Returns the handler that changes the profiles of members. */
export function memberProfileHandlers({ database, clock }: Backend): Pick<TeamHandlers<Caller>, "membersSetProfile"> {
  return {
    async membersSetProfile(arg, caller) {
      const { teamId } = caller;
      refuseUnsafe(arg);
      return changeTeam(database, clock, caller, async (change) => {
        const { queries, now } = change;
        const member = await memberToChange(change, arg);
        if (arg.new_email !== undefined && (await isEmailReserved(change, member, arg.new_email))) {
          throw routeError(membersSetProfile, "email_reserved_for_other_user");
        }
        if (await isExternalIdUsed(change, arg.new_external_id ?? null, member.id)) {
          throw routeError(membersSetProfile, "external_id_used_by_other_user");
        }
        const changed = { ...member, ...collectChanges(arg, member) };
        if (!isDeepStrictEqual(changed, member)) {
          await store(change, changed);
          await notifyOfMembers(queries, teamId, [member.id], now);
        }
        return memberInfo(changed, now);
      });
    },
  };
}

/** Throws a route error for problems that do not depend on the member. */
function refuseUnsafe({ user, new_email, new_external_id, new_given_name, new_surname }: MembersSetProfileArg): void {
  if ([new_email, new_external_id, new_given_name, new_surname].every((value) => value === undefined)) {
    throw routeError(membersSetProfile, "no_new_data_specified");
  }
  if (user[".tag"] === "external_id" && new_external_id !== undefined) {
    throw routeError(membersSetProfile, "external_id_and_new_external_id_unsafe");
  }
}

/** Returns the member whose profile is to be changed. Rejects with a route error if that is impossible. */
async function memberToChange(
  { queries, team, now }: TeamChange,
  { user, new_email }: MembersSetProfileArg,
): Promise<MemberRow> {
  const member = await selectMember(queries, team.id, user);
  if (member === undefined) {
    throw routeError(membersSetProfile, "user_not_found");
  }
  if (member.status === "removed") {
    throw routeError(membersSetProfile, isRecoverable(member, now) ? "set_profile_disallowed" : "user_not_in_team");
  }
  if (member.status === "invited" && new_email !== undefined) {
    throw routeError(membersSetProfile, "set_profile_disallowed");
  }
  return member;
}

/**
 * Returns whether an email belongs to another account. A personal account that is paired with the member's account does not
 * count.
 */
async function isEmailReserved({ queries }: TeamChange, member: MemberRow, email: string): Promise<boolean> {
  await holdEmails(queries, [email]);
  const other = await queries.first(sql`
    select from account
    where lower(email) = lower(${email}) and not is_closed
      and id <> ${member.account_id} and paired_with is distinct from ${member.account_id}`);
  return other !== undefined;
}

type Changes = Pick<MemberRow, "email" | "email_verified" | "external_id" | "given_name" | "surname">;

function collectChanges(arg: MembersSetProfileArg, member: MemberRow): Changes {
  const email = arg.new_email ?? member.email;
  const externalId = arg.new_external_id ?? member.external_id;
  return {
    email,
    // A new address is not verified yet.
    email_verified: member.email_verified && email.toLowerCase() === member.email.toLowerCase(),
    external_id: externalId === "" ? null : externalId,
    given_name: arg.new_given_name ?? member.given_name,
    surname: arg.new_surname ?? member.surname,
  };
}

async function store({ queries }: TeamChange, member: MemberRow): Promise<void> {
  await queries.run(sql`update member set external_id = ${member.external_id} where id = ${member.id}`);
  await queries.run(sql`
    update account set email = ${member.email}, email_verified = ${member.email_verified},
                       given_name = ${member.given_name}, surname = ${member.surname}
    where id = ${member.account_id}`);
}

/** Returns the handler that changes the roles of members. */
export function memberRoleHandlers({
  database,
  clock,
}: Backend): Pick<TeamHandlers<Caller>, "membersSetAdminPermissions"> {
  return {
    async membersSetAdminPermissions({ user, new_role }, caller) {
      const { teamId } = caller;
      return changeTeam(database, clock, caller, async (change) => {
        const { queries, now } = change;
        const role = new_role[".tag"];
        const member = await selectPresent(queries, teamId, user, (reason) =>
          routeError(membersSetAdminPermissions, reason),
        );
        if (member.status === "suspended" || member.membership_type === "limited") {
          throw routeError(membersSetAdminPermissions, "cannot_set_permissions");
        }
        if (role !== "team_admin" && (await isLastAdmin(change, member))) {
          throw routeError(membersSetAdminPermissions, "last_admin");
        }
        if (role !== member.role) {
          await queries.run(sql`update member set role = ${role} where id = ${member.id}`);
          await notifyOfMembers(queries, teamId, [member.id], now);
        }
        return { team_member_id: member.id, role };
      });
    },
  };
}
