import { routeError, type TeamHandlers } from "cloud-storage-api/server";
import {
  membersRecover,
  membersRemove,
  type MembersRemoveArg,
  membersRemoveJobStatusGet,
} from "cloud-storage-api/team";
import sql from "sql-template-tag";
import type { Caller } from "../../access/caller.js";
import { holdEmails } from "../../accounts/account.js";
import type { Backend } from "../../backend.js";
import type { Queries } from "../../database/database.js";
import { completeQuietly } from "../../files/tree/change.js";
import { deleteItem } from "../../files/tree/delete.js";
import { itemColumns, type Item } from "../../files/tree/item.js";
import { findOwnJob, launchJob, toPollResult } from "../../jobs/job.js";
import { notifyOfMembers } from "../../webhooks/notify.js";
import { changeTeam, type TeamChange } from "../change.js";
import { wipeDevices } from "../devices.js";
import { isRecoverable, type MemberRow, release, selectMember, selectPresent } from "./member.js";
import { hasFreeLicense, isFreePlanFull, isLastAdmin } from "./rules.js";
import { lockHomes, moveHome, type Owner, type TransferArg } from "./transfer.js";

/** How long a removed member can be recovered, in milliseconds. */
const recoverySpan = 7 * 24 * 60 * 60 * 1000;

/** The maximum length of an email that a suffix can still disable, because emails have at most 255 characters. */
const longestEmail = 240;

/** Problem to the sentence that explains why an account cannot be kept. */
const explanations: Readonly<Record<KeepingProblem, string>> = {
  email_not_verified: "Someone has signed up with this email address and has not verified it yet.",
  insufficient_space: "The user's other account with this email address does not have enough space for the files.",
};

/** The people involved in a removal, who are all on the team. */
interface Removal {
  readonly member: MemberRow;
  readonly destination: MemberRow | undefined;
  readonly admin: MemberRow | undefined;
}

type Handlers = Pick<TeamHandlers<Caller>, "membersRemove" | "membersRemoveJobStatusGet">;

/** Returns the handlers that remove members. */
export function memberRemoveHandlers({ database, clock }: Backend): Handlers {
  return {
    async membersRemove(arg, caller) {
      refuseContradictions(arg);
      return changeTeam(database, clock, caller, async (change) => {
        const { queries, now } = change;
        const removal = await lookUpPeople(change, arg);
        await refuseRemoval(change, removal, arg.keep_account);
        const { member, destination, admin } = removal;
        await remove(change, member);
        if (arg.wipe_data) {
          await wipeDevices(queries, member.id);
        }
        const problem = arg.keep_account ? await keepAccount(change, member) : undefined;
        if (problem !== undefined) {
          throw routeError(membersRemove, "other", explanations[problem]);
        }
        if (destination === undefined || admin === undefined) {
          return "complete";
        }
        const transfer: TransferArg = { member: member.id, destination: destination.id, admin: admin.id };
        const id = await launchJob(queries, "team/members/remove", caller, transfer, now);
        return { ".tag": "async_job_id", async_job_id: id };
      });
    },
    async membersRemoveJobStatusGet({ async_job_id }, caller) {
      const job = await findOwnJob(database, caller, async_job_id, ["team/members/remove"], () =>
        routeError(membersRemoveJobStatusGet, "invalid_async_job_id"),
      );
      return toPollResult(job, (reason) => routeError(membersRemoveJobStatusGet, reason));
    },
  };
}

/** Throws a route error if fields of the argument contradict each other. */
function refuseContradictions(arg: MembersRemoveArg): void {
  const { transfer_dest_id: destination, transfer_admin_id: admin } = arg;
  if (destination !== undefined && admin === undefined) {
    throw routeError(membersRemove, "unspecified_transfer_admin_id");
  }
  if (arg.keep_account && (destination !== undefined || admin !== undefined)) {
    throw routeError(membersRemove, "cannot_keep_account_and_transfer");
  }
  if (arg.keep_account && arg.wipe_data) {
    throw routeError(membersRemove, "cannot_keep_account_and_delete_data");
  }
}

/** Looks up all people, in the order of the fields. */
async function lookUpPeople({ queries, team }: TeamChange, arg: MembersRemoveArg): Promise<Removal> {
  const { user, transfer_dest_id: destination, transfer_admin_id: admin } = arg;
  return {
    member: await selectPresent(queries, team.id, user, (reason) => routeError(membersRemove, reason)),
    destination:
      destination &&
      (await selectPresent(queries, team.id, destination, (reason) =>
        routeError(membersRemove, `transfer_dest_${reason}`),
      )),
    admin:
      admin &&
      (await selectPresent(queries, team.id, admin, (reason) => routeError(membersRemove, `transfer_admin_${reason}`))),
  };
}

/** Throws a route error if a rule forbids the removal. */
async function refuseRemoval(
  change: TeamChange,
  { member, destination, admin }: Removal,
  isAccountKept: boolean,
): Promise<void> {
  if (destination?.id === member.id) {
    throw routeError(membersRemove, "removed_and_transfer_dest_should_differ");
  }
  if (admin?.id === member.id) {
    throw routeError(membersRemove, "removed_and_transfer_admin_should_differ");
  }
  if (admin !== undefined && (admin.role !== "team_admin" || admin.status !== "active")) {
    throw routeError(membersRemove, "transfer_admin_is_not_admin");
  }
  if (await isLastAdmin(change, member)) {
    throw routeError(membersRemove, "remove_last_admin");
  }
  if (!isAccountKept && member.email.length > longestEmail) {
    throw routeError(membersRemove, "email_address_too_long_to_be_disabled");
  }
}

async function remove({ queries, team, now }: TeamChange, member: MemberRow): Promise<void> {
  await queries.run(sql`
    update member set status = 'removed', status_before_removal = ${member.status},
                      recoverable_until = ${new Date(now.getTime() + recoverySpan)}
    where id = ${member.id}`);
  // Recovered members do not return to groups.
  await queries.run(sql`delete from group_member where member_id = ${member.id}`);
  await notifyOfMembers(queries, team.id, [member.id], now);
}

/** Why the files cannot be moved to the other account that has the same email. */
type KeepingProblem = "email_not_verified" | "insufficient_space";

/**
 * Converts the account of a removed member to a personal account. If a personal account with the same email exists already,
 * moves the files to that account instead (B-204). The folders of the team stay with the team. Returns the problem if this is
 * impossible.
 */
async function keepAccount({ queries, now }: TeamChange, member: MemberRow): Promise<KeepingProblem | undefined> {
  await holdEmails(queries, [member.email]);
  const other = await queries.first<Owner & { email_verified: boolean }>(sql`
    select id as account_id, home, email_verified from account
    where kind = 'personal' and lower(email) = lower(${member.email}) and not is_closed`);
  // Anyone can sign up with another person's email.
  if (other?.email_verified === false) {
    return "email_not_verified";
  }
  await lockHomes(queries, member, other ?? member);
  await leaveTeamFolders(queries, member, now);
  if (other === undefined) {
    await becomePersonal(queries, member);
    return undefined;
  }
  if (!(await moveHome(queries, member, other, now))) {
    return "insufficient_space";
  }
  await release(queries, [member.id]);
  return undefined;
}

async function becomePersonal(queries: Queries, member: MemberRow): Promise<void> {
  await queries.run(sql`update account set kind = 'personal' where id = ${member.account_id}`);
  // Another account of the same person is no longer paired with this one.
  await queries.run(sql`update account set paired_with = null where paired_with = ${member.account_id}`);
  await queries.run(sql`update member set is_released = true, recoverable_until = null where id = ${member.id}`);
}

/** Unmounts the team's folders from a locked storage. */
async function leaveTeamFolders(queries: Queries, { account_id, home }: MemberRow, now: Date): Promise<void> {
  const isOfTeam = sql`in (select id from namespace where kind = 'team')`;
  const mounts = await queries.all<Item>(
    sql`select ${itemColumns} from item where namespace_id = ${home} and target ${isOfTeam} order by path_key`,
  );
  for (const mount of mounts) {
    await deleteItem(queries, mount, now);
  }
  await completeQuietly(queries, [home]);
  await queries.run(sql`delete from namespace_member where account_id = ${account_id} and namespace_id ${isOfTeam}`);
}

/** Returns the handler that recovers removed members. */
export function memberRecoverHandlers({ database, clock }: Backend): Pick<TeamHandlers<Caller>, "membersRecover"> {
  return {
    async membersRecover({ user }, caller) {
      const { teamId } = caller;
      await changeTeam(database, clock, caller, async (change) => {
        const { queries, now } = change;
        const member = await selectMember(queries, teamId, user);
        if (member === undefined) {
          throw routeError(membersRecover, "user_not_found");
        }
        // Members who have kept their account have left the team permanently.
        if (member.account_kind === "personal") {
          throw routeError(membersRecover, "user_not_in_team");
        }
        if (member.status !== "removed" || !isRecoverable(member, now)) {
          throw routeError(membersRecover, "user_unrecoverable");
        }
        if ((await isFreePlanFull(change)) || (member.membership_type === "full" && !(await hasFreeLicense(change)))) {
          throw routeError(membersRecover, "team_license_limit");
        }
        // Suspended members become active (N-02). The statement skips members who have just been removed permanently.
        const status = member.status_before_removal === "invited" ? "invited" : "active";
        const count = await queries.run(sql`
          update member set status = ${status}, status_before_removal = null, recoverable_until = null
          where id = ${member.id} and not is_released`);
        if (count === 0) {
          throw routeError(membersRecover, "user_unrecoverable");
        }
        await notifyOfMembers(queries, teamId, [member.id], now);
      });
    },
  };
}
