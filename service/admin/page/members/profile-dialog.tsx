import type { team as types } from "cloud-storage-api";
import type { ComponentChildren, VNode } from "preact";
import { FormDialog } from "../actions/form-dialog.js";
import { explainErrors } from "../calls/explain-errors.js";
import { enteredText, Field } from "../components/field.js";
import { useAdminConsole } from "../console-context.js";
import { explainSetProfile } from "../problems/member-problems.js";
import { selectMember, type MemberDialogProps } from "./member-dialog.js";

/** The dialog that changes the name, the email address and the external ID of a member. */
export function ProfileDialog({ member, onChanged }: MemberDialogProps): VNode {
  const { team } = useAdminConsole();
  const { name, email, external_id } = member.profile;
  const submit = async (data: FormData): Promise<ComponentChildren> => {
    const call = team.membersSetProfile({ user: selectMember(member), ...changes(data, member.profile) });
    const { profile } = await explainErrors(call, explainSetProfile);
    await onChanged();
    return (
      <>
        The profile of <bdi>{profile.name.display_name}</bdi> is saved.
      </>
    );
  };
  return (
    <FormDialog
      title={
        <>
          Edit the profile of <bdi>{name.display_name}</bdi>
        </>
      }
      button="Save"
      submit={submit}
    >
      <div class="field-row">
        <Field label="Given name" name="given" value={name.given_name} maxLength={100} />
        <Field label="Surname" name="surname" value={name.surname} maxLength={100} />
      </div>
      <Field label="Email" name="email" type="email" value={email} maxLength={255} />
      <Field
        label="External ID"
        name="external"
        value={external_id ?? ""}
        isRequired={false}
        maxLength={64}
        hint="The ID of this person in another system. Optional."
      />
    </FormDialog>
  );
}

/** Returns only the changed fields, because the API rejects an unchanged email address. */
function changes(
  data: FormData,
  { name, email, external_id = "" }: types.TeamMemberProfile,
): Partial<types.MembersSetProfileArg> {
  const [given, surname] = [enteredText(data, "given"), enteredText(data, "surname")];
  const [newEmail, external] = [enteredText(data, "email"), enteredText(data, "external")];
  return {
    ...(given !== name.given_name && { new_given_name: given }),
    ...(surname !== name.surname && { new_surname: surname }),
    ...(newEmail !== email && { new_email: newEmail }),
    ...(external !== external_id && { new_external_id: external }),
  };
}
