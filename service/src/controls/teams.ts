import type { MemberIds, MemberSeed } from "#controls/controls";
import type { ControlsHandlers } from "#controls/server";
import sql from "sql-template-tag";
import { addAccount, type NewAccount } from "../accounts/account.js";
import type { Backend } from "../backend.js";
import { violatedConstraint, type Queries } from "../database/database.js";
import { newMemberId, newTeamId } from "../database/ids.js";
import { join } from "../team/members/invitation.js";
import { impossible } from "./impossible.js";

type Handlers = Pick<ControlsHandlers<undefined>, "addAccount" | "addTeam" | "addMembers" | "acceptInvitation">;

/** Returns the test controls for accounts, teams and their members. */
export function teamControls({ database, clock }: Backend): Handlers {
  const addAll = async (queries: Queries, teamId: string, members: readonly MemberSeed[]): Promise<MemberIds[]> => {
    const now = await clock.now(queries);
    const added: MemberIds[] = [];
    for (const member of members) {
      added.push(await addMember(queries, teamId, member, now));
    }
    return added;
  };
  return {
    addAccount: (arg) =>
      database.transaction(async (queries) => {
        const now = await clock.now(queries);
        const { email, given_name: givenName, surname, quota, is_paired } = arg;
        const seed = { email, givenName, surname, kind: "personal", isEmailVerified: true, quota } as const;
        const { id, home } = await newAccount(queries, seed, now);
        if (is_paired) {
          const work = await newAccount(queries, { ...seed, email: `work+${email}`, kind: "work" }, now);
          await queries.run(sql`update account set paired_with = ${work.id} where id = ${id}`);
        }
        return { account_id: id, namespace_id: String(home) };
      }),
    addTeam: (arg) =>
      database.transaction(async (queries) => {
        const id = newTeamId();
        await queries.run(sql`
            insert into team (id, name, licenses, free_member_limit, shared_link_create_policy, emm_state,
                              has_team_folders, created)
            values (${id}, ${arg.name}, ${arg.licenses}, ${arg.free_member_limit ?? null},
                    ${arg.shared_link_create_policy}, ${arg.emm_state}, ${arg.has_team_folders},
                    ${await clock.now(queries)})`);
        return { team_id: id, members: await addAll(queries, id, arg.members) };
      }),
    addMembers: ({ team_id, members }) => database.transaction((queries) => addAll(queries, team_id, members)),
    async acceptInvitation({ team_member_id }) {
      if (!(await database.transaction((queries) => join(queries, clock, team_member_id)))) {
        throw impossible("This member is not invited.");
      }
    },
  };
}

async function addMember(queries: Queries, teamId: string, seed: MemberSeed, now: Date): Promise<MemberIds> {
  const isPending = seed.status === "invited";
  const account = await newAccount(
    queries,
    {
      email: seed.email,
      givenName: seed.given_name,
      surname: seed.surname,
      kind: "work",
      isEmailVerified: !isPending,
      quota: seed.quota,
    },
    now,
  );
  const id = newMemberId();
  await queries.run(sql`
    insert into member (id, team_id, account_id, external_id, role, membership_type, status, joined)
    values (${id}, ${teamId}, ${account.id}, ${seed.external_id ?? null}, ${seed.role}, ${seed.membership_type},
            ${seed.status}, ${isPending ? null : now})`);
  return { team_member_id: id, account_id: account.id, namespace_id: String(account.home) };
}

/** Adds an account. Rejects with a route error that names the email if an account has it already. */
async function newAccount(queries: Queries, seed: NewAccount, now: Date): ReturnType<typeof addAccount> {
  try {
    return await addAccount(queries, seed, now);
  } catch (thrown) {
    throw violatedConstraint(thrown) === "account_email"
      ? impossible(`A ${seed.kind} account with the email ${seed.email} already exists.`)
      : thrown;
  }
}
