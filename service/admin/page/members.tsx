import { match, type team as types } from "cloud-storage-api";
import type { TargetedSubmitEvent, VNode } from "preact";
import { useCallback } from "preact/hooks";
import { Action } from "./action.js";
import type { PartProps, Team } from "./app.js";
import { every } from "./every.js";
import { fieldOf } from "./field.js";
import { useLoaded, type Loaded } from "./loaded.js";
import { Status } from "./status.js";
import { Table } from "./table.js";

/** The members, and what can be done with them. */
export function Members({ team, onChange }: PartProps): VNode {
  const members = useLoaded(
    useCallback(() => every(team.membersList({ include_removed: true })), [team]),
    onChange,
  );
  const invite = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    const member_email = fieldOf(form, "email");
    void members.act(`Inviting ${member_email} …`, async () => {
      const done = await team
        .membersAdd({
          new_members: [
            { member_email, member_given_name: fieldOf(form, "given"), member_surname: fieldOf(form, "surname") },
          ],
          force_async: true,
        })
        .waitFor();
      failUnlessAdded(done);
      form.reset();
    });
  };
  return (
    <>
      <form class="invite" onSubmit={invite}>
        <input name="given" placeholder="Given name" aria-label="Given name" required />
        <input name="surname" placeholder="Surname" aria-label="Surname" required />
        <input name="email" type="email" placeholder="Email" aria-label="Email" required />
        <button disabled={members.progress !== undefined}>Invite</button>
      </form>
      <Status of={members} />
      <Table headings={["Name", "Email", "Role", "Status"]}>
        {members.value?.map((member) => (
          <Member key={member.profile.team_member_id} team={team} member={member} of={members} />
        ))}
      </Table>
    </>
  );
}

interface MemberProps {
  readonly team: Team;
  readonly member: types.TeamMemberInfo;
  readonly of: Loaded<unknown>;
}

function Member({ team, member: { profile, role }, of }: MemberProps): VNode {
  const { name, email, status } = profile;
  const user = { ".tag": "team_member_id", team_member_id: profile.team_member_id } as const;
  const action = (text: string, going: string, run: () => Promise<unknown>, question?: string): VNode => (
    <Action on={of} going={`${going} ${name.display_name}`} run={run} question={question}>
      {text}
    </Action>
  );
  const suspend = action("Suspend", "Suspending", () => team.membersSuspend({ user }));
  const remove = action(
    "Remove",
    "Removing",
    () => team.membersRemove({ user }).waitFor(),
    `Remove ${name.display_name} from the team?`,
  );
  return (
    <tr class={status[".tag"]}>
      <td>{name.display_name}</td>
      <td>{email}</td>
      <td>{role[".tag"].replaceAll("_", " ")}</td>
      <td>
        <span class={`tag ${status[".tag"]}`}>{status[".tag"]}</span>
      </td>
      <td>
        {match(status, {
          active: () => [suspend, remove],
          invited: () => [action("Remind", "Sending a mail to", () => team.membersSendWelcomeEmail(user)), remove],
          suspended: () => [action("Unsuspend", "Unsuspending", () => team.membersUnsuspend({ user })), remove],
          removed: ({ is_recoverable }) =>
            is_recoverable ? [action("Recover", "Recovering", () => team.membersRecover({ user }))] : [],
        })}
      </td>
    </tr>
  );
}

/** What comes of an invitation in the end. */
type Added = Awaited<ReturnType<ReturnType<Team["membersAdd"]>["waitFor"]>>;

/** Throws an Error that says why somebody could not be added. */
function failUnlessAdded(done: Added): void {
  if (done[".tag"] === "failed") {
    throw new Error(done.failed);
  }
  const failures = done.complete.filter((result) => result[".tag"] !== "success");
  if (failures.length > 0) {
    throw new Error(failures.map((result) => result[".tag"].replaceAll("_", " ")).join(", "));
  }
}
