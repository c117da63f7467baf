import type { ComponentChildren, VNode } from "preact";
import { FormDialog } from "../actions/form-dialog.js";
import { showChange } from "../actions/show-change.js";
import { Choice } from "../components/choice.js";
import { enteredText, Field } from "../components/field.js";
import { useAdminConsole } from "../console-context.js";
import { explainAdded } from "../problems/member-problems.js";
import { Problem, unknownProblem } from "../problems/problem.js";
import { invite } from "./invite.js";
import { chosenRole, roleOptions } from "./wording.js";

/** The dialog that invites a person to the team. */
export function InviteDialog({ onInvited }: { readonly onInvited: () => void }): VNode {
  const admin = useAdminConsole();
  const { lists, refreshTeam } = admin;
  const submit = async (data: FormData): Promise<ComponentChildren> => {
    const person = {
      email: enteredText(data, "email"),
      given: enteredText(data, "given"),
      surname: enteredText(data, "surname"),
    };
    const [result] = await invite(admin, [person], chosenRole(enteredText(data, "role")));
    if (result?.[".tag"] !== "success") {
      throw new Problem((result && explainAdded(result)) ?? unknownProblem);
    }
    const { profile } = result;
    await showChange(admin, async () => {
      await lists.refresh("members", profile.team_member_id);
      onInvited();
    });
    refreshTeam();
    return (
      <>
        <bdi>{profile.name.display_name}</bdi> was invited.
      </>
    );
  };
  return (
    <FormDialog title="Invite a member" button="Send invitation" isSensitive submit={submit}>
      <p>The invitation contains a link to a page where the new member chooses a password.</p>
      <div class="field-row">
        <Field label="Given name" name="given" maxLength={100} />
        <Field label="Surname" name="surname" maxLength={100} />
      </div>
      <Field label="Email" name="email" type="email" maxLength={255} />
      <Choice legend="Role" name="role" options={roleOptions} chosen="member_only" />
    </FormDialog>
  );
}
