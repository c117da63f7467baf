import { routeError, type TeamHandlers } from "cloud-storage-api/server";
import {
  type MemberAddArg,
  type MemberAddResultInput,
  membersAddJobStatusGet,
  membersSendWelcomeEmail,
} from "cloud-storage-api/team";
import sql from "sql-template-tag";
import type { Caller } from "../../access/caller.js";
import { addAccount, holdEmails } from "../../accounts/account.js";
import type { Backend } from "../../backend.js";
import { newMemberId } from "../../database/ids.js";
import { faultAt } from "../../faults.js";
import { findOwnJob, launchJob } from "../../jobs/job.js";
import type { Work } from "../../jobs/worker.js";
import { notifyOfMembers } from "../../webhooks/notify.js";
import { beginChange, changeTeam, type TeamChange } from "../change.js";
import { invite } from "./invitation.js";
import { memberInfo, selectMember, selectPresent } from "./member.js";
import { hasFreeLicense, isExternalIdUsed, isFreePlanFull } from "./rules.js";

type Handlers = Pick<TeamHandlers<Caller>, "membersAdd" | "membersAddJobStatusGet">;

/** Returns the handlers that add people to a team, immediately or in the background. */
export function memberAddHandlers({ database, clock }: Backend): Handlers {
  return {
    membersAdd: ({ new_members, force_async }, caller) =>
      changeTeam(database, clock, caller, async (change) => {
        if (!force_async) {
          return { ".tag": "complete", complete: await addPeople(change, new_members) };
        }
        const id = await launchJob(change.queries, "team/members/add", caller, new_members, change.now);
        return { ".tag": "async_job_id", async_job_id: id };
      }),
    async membersAddJobStatusGet({ async_job_id }, caller) {
      const { status, result } = await findOwnJob(database, caller, async_job_id, ["team/members/add"], () =>
        routeError(membersAddJobStatusGet, "invalid_async_job_id"),
      );
      switch (status) {
        case "in_progress":
          return "in_progress";
        case "complete":
          return { ".tag": "complete", complete: result as MemberAddResultInput[] };
        case "failed":
          return { ".tag": "failed", failed: "The service could not add these people. None of them was added." };
      }
    },
  };
}

/** Returns the work of a job that adds people to a team. */
export function memberAddWork({ clock }: Backend): Work {
  return async (queries, { team_id, arg }) => {
    const change = await beginChange(queries, clock, team_id ?? "");
    return { status: "complete", result: await addPeople(change, arg as MemberAddArg[]) };
  };
}

/** Adds people to a team. Returns a result for each of them, in the same order (B-180). */
export async function addPeople(change: TeamChange, people: readonly MemberAddArg[]): Promise<MemberAddResultInput[]> {
  const { queries, team, now } = change;
  await holdEmails(
    queries,
    people.map(({ member_email }) => member_email),
  );
  const results: MemberAddResultInput[] = [];
  for (const person of people) {
    results.push(await addPerson(change, person));
  }
  const added = results.flatMap((result) => (result[".tag"] === "success" ? [result.profile.team_member_id] : []));
  await notifyOfMembers(queries, team.id, added, now);
  return results;
}

async function addPerson(change: TeamChange, person: MemberAddArg): Promise<MemberAddResultInput> {
  const { queries, team, now } = change;
  const obstacle = await obstacleTo(change, person);
  if (obstacle !== undefined) {
    // The value of each failure is the email (B-185).
    return { ".tag": obstacle, [obstacle]: person.member_email } as MemberAddResultInput;
  }
  const { id: accountId } = await addAccount(
    queries,
    {
      email: person.member_email,
      givenName: person.member_given_name,
      surname: person.member_surname,
      kind: "work",
      isEmailVerified: false,
      quota: undefined,
    },
    now,
  );
  const id = newMemberId();
  await queries.run(sql`
    insert into member (id, team_id, account_id, external_id, role, status)
    values (${id}, ${team.id}, ${accountId}, ${normalizeExternalId(person)}, ${person.role[".tag"]}, 'invited')`);
  if (person.send_welcome_email) {
    await invite(change, id);
  }
  const member = await selectMember(queries, team.id, { ".tag": "team_member_id", team_member_id: id });
  if (member === undefined) {
    throw new Error("An added member is missing.");
  }
  return { ".tag": "success", ...memberInfo(member, now) };
}

type Obstacle = Exclude<MemberAddResultInput[".tag"], "success">;

/** Returns why a person cannot be added; undefined if they can. Lookups are checked first, then rules, then licenses. */
async function obstacleTo(change: TeamChange, person: MemberAddArg): Promise<Obstacle | undefined> {
  const { queries, team } = change;
  const { member_email: email } = person;
  const { work, personal } = await accountsWith(change, email);
  if (work !== undefined) {
    return work.team_id === team.id ? "user_already_on_team" : "user_on_another_team";
  }
  if (personal !== undefined && personal.paired_with !== null) {
    return "user_already_paired";
  }
  if (await isExternalIdUsed(change, normalizeExternalId(person))) {
    return "duplicate_external_member_id";
  }
  if (await isFreePlanFull(change)) {
    return "free_team_member_limit_reached";
  }
  if (!(await hasFreeLicense(change))) {
    return "team_license_limit";
  }
  const place = personal === undefined ? "member-creation" : "member-migration";
  if ((await faultAt(queries, place, email)) !== undefined) {
    return personal === undefined ? "user_creation_failed" : "user_migration_failed";
  }
  return undefined;
}

interface AccountRow {
  readonly kind: "personal" | "work";
  readonly paired_with: string | null;
  readonly team_id: string | null;
}

/** Returns the accounts with an email: at most one team account and one personal account. */
async function accountsWith(
  { queries }: TeamChange,
  email: string,
): Promise<{ readonly work: AccountRow | undefined; readonly personal: AccountRow | undefined }> {
  const accounts = await queries.all<AccountRow>(sql`
    select account.kind, account.paired_with, member.team_id
    from account left join member on member.account_id = account.id
    where lower(account.email) = lower(${email}) and not account.is_closed`);
  return {
    work: accounts.find(({ kind }) => kind === "work"),
    personal: accounts.find(({ kind }) => kind === "personal"),
  };
}

/** Returns the external id of a new member; null if it is missing or empty. */
function normalizeExternalId({ member_external_id }: MemberAddArg): string | null {
  return member_external_id === undefined || member_external_id === "" ? null : member_external_id;
}

/** Returns the handler that resends invitations. */
export function memberWelcomeHandlers({
  database,
  clock,
}: Backend): Pick<TeamHandlers<Caller>, "membersSendWelcomeEmail"> {
  return {
    membersSendWelcomeEmail: (user, caller) =>
      changeTeam(database, clock, caller, async (change) => {
        const { teamId } = caller;
        const { id } = await selectPresent(change.queries, teamId, user, (reason) =>
          routeError(membersSendWelcomeEmail, reason),
        );
        await invite(change, id);
      }),
  };
}
