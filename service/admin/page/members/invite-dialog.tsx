import type { team as types } from "cloud-storage-api";
import { schema } from "cloud-storage-api/schema";
import { decodeMemberAddArg } from "cloud-storage-api/team";
import type { ComponentChildren, VNode } from "preact";
import { FormDialog } from "../actions/form-dialog.js";
import { showChange } from "../actions/show-change.js";
import { Choice } from "../components/choice.js";
import { enteredText, Field } from "../components/field.js";
import { useAdminConsole } from "../console-context.js";
import { explainAdded } from "../problems/member-problems.js";
import { findInputProblems, type InputProblems } from "../problems/input-problems.js";
import { Problem, unknownProblem } from "../problems/problem.js";
import { invite } from "./invite.js";
import { chosenRole, roleOptions } from "./wording.js";

/** The dialog that invites a person to the team. */
export function InviteDialog({ onInvited }: { readonly onInvited: () => void }): VNode {
  const admin = useAdminConsole();
  const { lists, refreshTeam } = admin;
  const submit = async (data: FormData): Promise<ComponentChildren> => {
    const { member_email, member_given_name, member_surname, role } = enteredMember(data);
    const person = { email: member_email, given: member_given_name, surname: member_surname };
    const [result] = await invite(admin, [person], role);
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
    <FormDialog title="Invite a member" button="Send invitation" isSensitive check={check} submit={submit}>
      <p>The invitation contains a link to a page where the new member chooses a password.</p>
      <div class="field-row">
        <Field label="Given name" name="member_given_name" maxLength={100} />
        <Field label="Surname" name="member_surname" maxLength={100} />
      </div>
      <Field label="Email" name="member_email" type="email" maxLength={255} />
      <Choice legend="Role" name="role" options={roleOptions} chosen="member_only" />
    </FormDialog>
  );
}

/** What was entered, as the API takes it. */
type EnteredMember = Required<
  Pick<types.MemberAddArg, "member_email" | "member_given_name" | "member_surname" | "role">
>;

function enteredMember(data: FormData): EnteredMember {
  return {
    member_email: enteredText(data, "member_email"),
    member_given_name: enteredText(data, "member_given_name"),
    member_surname: enteredText(data, "member_surname"),
    role: chosenRole(enteredText(data, "role")),
  };
}

const check = (data: FormData): InputProblems => findInputProblems(schema(decodeMemberAddArg), enteredMember(data));
