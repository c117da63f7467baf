import { match, type team, type team as types } from "cloud-storage-api";
import type { ComponentChildren, VNode } from "preact";
import { roleNames } from "../../server/lists/rows.js";
import { FormDialog } from "../actions/form-dialog.js";
import { runNotified } from "../actions/show-outcome.js";
import { explainErrors } from "../calls/explain-errors.js";
import { Choice, enteredText, Field } from "../components/field.js";
import type { MenuItem } from "../components/menu.js";
import { type AdminConsole, useAdminConsole } from "../console-context.js";
import {
  explainRecover,
  explainSetProfile,
  explainSetRole,
  explainUnsuspend,
  explainWelcome,
} from "../problems/route-problems.js";
import {
  chosenRole,
  type MemberDialogProps,
  type Obstacle,
  obstacleToRemove,
  obstacleToSuspend,
  refreshMember,
  roleOptions,
  selectMember,
} from "./member.js";
import { RemoveDialog, SuspendDialog } from "./members-dialogs.js";

/** Returns the actions of a member. `onChange` is called with the member after a change. */
export function memberActions(
  admin: AdminConsole,
  member: team.TeamMemberInfo,
  onChange: (member: team.TeamMemberInfo) => void,
): readonly MenuItem[] {
  const { team, showDialog, administrator, refreshTeam } = admin;
  const { team_member_id, name, status } = member.profile;
  const user = { ".tag": "team_member_id", team_member_id } as const;
  const changed = (): Promise<void> => refreshMember(admin, member, onChange);
  const item = (label: string, icon: MenuItem["icon"], select: () => void): MenuItem => ({
    label,
    ...(icon && { icon }),
    select,
  });

  const edit = item("Edit profile", undefined, () => showDialog(<ProfileDialog member={member} onChanged={changed} />));
  const setRole = item("Change role", undefined, () => showDialog(<RoleDialog member={member} onChanged={changed} />));
  const dangerous = (label: string, obstacle: Obstacle, select: () => void): MenuItem => {
    const unavailable = obstacle(member, administrator);
    return { ...item(label, undefined, select), isDangerous: true, ...(unavailable && { unavailable }) };
  };
  const suspend = dangerous("Suspend", obstacleToSuspend, () =>
    showDialog(<SuspendDialog members={[member]} onChanged={changed} />),
  );
  const remove = (label: string): MenuItem =>
    dangerous(label, obstacleToRemove, () => showDialog(<RemoveDialog members={[member]} onChanged={changed} />));
  const act = (label: string, progress: string, done: ComponentChildren, work: () => Promise<unknown>): MenuItem =>
    item(label, undefined, () => {
      void runNotified(admin, {
        progress: (
          <>
            {progress} <bdi>{name.display_name}</bdi>
          </>
        ),
        done,
        work: async () => {
          await work();
          await changed();
          refreshTeam();
        },
      });
    });

  return match(status, {
    active: () => [edit, setRole, suspend, remove("Remove from team")],
    invited: () => [
      act(
        "Send invitation again",
        "Inviting",
        <>
          <bdi>{name.display_name}</bdi> was invited again.
        </>,
        () => explainErrors(team.membersSendWelcomeEmail(user), explainWelcome),
      ),
      edit,
      setRole,
      remove("Withdraw invitation"),
    ],
    suspended: () => [
      act(
        "End suspension",
        "Ending the suspension of",
        <>
          <bdi>{name.display_name}</bdi> is active again.
        </>,
        () => explainErrors(team.membersUnsuspend({ user }), explainUnsuspend),
      ),
      edit,
      remove("Remove from team"),
    ],
    removed: ({ is_recoverable }) =>
      is_recoverable
        ? [
            act(
              "Recover",
              "Recovering",
              <>
                <bdi>{name.display_name}</bdi> is back on the team.
              </>,
              () => explainErrors(team.membersRecover({ user }), explainRecover),
            ),
          ]
        : [],
  });
}

/** The dialog that changes the name, the email address and the external ID of a member. */
function ProfileDialog({ member, onChanged }: MemberDialogProps): VNode {
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

/** Asks for the new role of a member. */
function RoleDialog({ member, onChanged }: MemberDialogProps): VNode {
  const { team, administrator } = useAdminConsole();
  const name = member.profile.name.display_name;
  const submit = async (data: FormData): Promise<ComponentChildren> => {
    const new_role = chosenRole(enteredText(data, "role"));
    await explainErrors(team.membersSetAdminPermissions({ user: selectMember(member), new_role }), explainSetRole);
    await onChanged();
    return (
      <>
        <bdi>{name}</bdi> now has the role “{roleNames[new_role[".tag"]]}”.
      </>
    );
  };
  return (
    <FormDialog
      title={
        <>
          Change the role of <bdi>{name}</bdi>
        </>
      }
      button="Change role"
      isSensitive
      submit={submit}
    >
      {member.profile.email === administrator?.email && (
        <p>This is your own role. If you are no longer a team admin, you lose access to this console.</p>
      )}
      <Choice legend="Role" name="role" options={roleOptions} chosen={member.role[".tag"]} />
    </FormDialog>
  );
}
