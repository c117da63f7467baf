import type { team as types } from "cloud-storage-api";
import { membersAddJobStatusGet } from "cloud-storage-api/team";
import type { VNode } from "preact";
import { FormDialog } from "../actions/form-dialog.js";
import { showChange } from "../actions/show-change.js";
import { waitForJob } from "../calls/explain-errors.js";
import { Choice } from "../components/choice.js";
import { enteredText, Field } from "../components/field.js";
import { useAdminConsole } from "../console-context.js";
import { explainJob } from "../problems/job-problems.js";
import { explainAdded } from "../problems/member-problems.js";
import { Problem, unknownProblem } from "../problems/problem.js";
import { chosenRole, roleOptions } from "./wording.js";

/** The dialog that invites somebody to the team. */
export function InviteDialog({ onInvited }: { readonly onInvited: () => void }): VNode {
  const admin = useAdminConsole();
  const { team, lists, refreshTeam } = admin;
  const submit = async (data: FormData): Promise<string> => {
    const email = enteredText(data, "email");
    const person = {
      member_email: email,
      member_given_name: enteredText(data, "given"),
      member_surname: enteredText(data, "surname"),
      role: chosenRole(enteredText(data, "role")),
    };
    const launch = team.membersAdd({ new_members: [person] });
    const { profile } = unwrapAdded(await waitForJob(launch, () => undefined, membersAddJobStatusGet, explainJob));
    await showChange(admin, async () => {
      await lists.refresh("members", profile.team_member_id);
      onInvited();
    });
    refreshTeam();
    return `${profile.name.display_name} was invited.`;
  };
  return (
    <FormDialog title="Invite a member" button="Send invitation" submit={submit}>
      <p>The invitation has a link to a page where they choose a password.</p>
      <div class="field-row">
        <Field label="Given name" name="given" maxLength={100} />
        <Field label="Surname" name="surname" maxLength={100} />
      </div>
      <Field label="Email" name="email" type="email" maxLength={255} />
      <Choice legend="Role" name="role" options={roleOptions} chosen="member_only" />
    </FormDialog>
  );
}

type Done = Exclude<types.MembersAddLaunch | types.MembersAddJobStatus, { ".tag": "async_job_id" | "in_progress" }>;

/** The added member. Throws a {@link Problem} if there is none. */
function unwrapAdded(done: Done): types.TeamMemberInfo {
  const result = done[".tag"] === "complete" ? done.complete[0] : undefined;
  if (result?.[".tag"] === "success") {
    return result;
  }
  throw new Problem((result && explainAdded(result)) ?? unknownProblem);
}
