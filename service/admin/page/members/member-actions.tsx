import { match, type team } from "cloud-storage-api";
import type { MenuItem } from "../components/menu.js";
import type { AdminConsole } from "../console-context.js";
import { runNotified } from "../actions/run-notified.js";
import { showChange } from "../actions/show-change.js";
import { explainErrors } from "../calls/explain-errors.js";
import { explainRecover, explainUnsuspend, explainWelcome } from "../problems/member-problems.js";
import { ProfileDialog } from "./profile-dialog.js";
import { RemoveDialog } from "./remove-dialog.js";
import { RoleDialog } from "./role-dialog.js";
import { SuspendDialog } from "./suspend-dialog.js";

/** The actions of a member. `onChange` is called with the member after a change. */
export function memberActions(
  admin: AdminConsole,
  member: team.TeamMemberInfo,
  onChange: (member: team.TeamMemberInfo) => void,
): readonly MenuItem[] {
  const { team, showDialog, administrator } = admin;
  const { team_member_id, name, status } = member.profile;
  const user = { ".tag": "team_member_id", team_member_id } as const;
  const isOwn = member.profile.email === administrator?.email;
  const changed = (): Promise<void> => refreshMember(admin, team_member_id, onChange);
  const item = (label: string, icon: MenuItem["icon"], select: () => void): MenuItem => ({
    label,
    ...(icon && { icon }),
    select,
  });

  const edit = item("Edit profile", undefined, () => showDialog(<ProfileDialog member={member} onChanged={changed} />));
  const setRole = item("Change role", undefined, () => showDialog(<RoleDialog member={member} onChanged={changed} />));
  const suspend = {
    ...item("Suspend", undefined, () => showDialog(<SuspendDialog member={member} onChanged={changed} />)),
    isDangerous: true,
    ...(isOwn && { unavailable: "You cannot suspend yourself." }),
  };
  const remove = (label: string): MenuItem => ({
    ...item(label, undefined, () => showDialog(<RemoveDialog member={member} onChanged={changed} />)),
    isDangerous: true,
    ...(isOwn && { unavailable: "You cannot remove yourself." }),
  });
  const act = (label: string, progress: string, done: string, work: () => Promise<unknown>): MenuItem =>
    item(label, undefined, () => {
      void runNotified(admin, {
        progress: `${progress} ${name.display_name}`,
        done,
        work: async () => {
          await work();
          await changed();
        },
      });
    });

  return match(status, {
    active: () => [edit, setRole, suspend, remove("Remove from team")],
    invited: () => [
      act("Send invitation again", "Inviting", `${name.display_name} was invited again.`, () =>
        explainErrors(team.membersSendWelcomeEmail(user), explainWelcome),
      ),
      edit,
      setRole,
      remove("Withdraw invitation"),
    ],
    suspended: () => [
      act("End suspension", "Ending the suspension of", `${name.display_name} is active again.`, () =>
        explainErrors(team.membersUnsuspend({ user }), explainUnsuspend),
      ),
      edit,
      remove("Remove from team"),
    ],
    removed: ({ is_recoverable }) =>
      is_recoverable
        ? [
            act("Recover", "Recovering", `${name.display_name} is back on the team.`, () =>
              explainErrors(team.membersRecover({ user }), explainRecover),
            ),
          ]
        : [],
  });
}

async function refreshMember(
  admin: AdminConsole,
  id: string,
  onChange: (member: team.TeamMemberInfo) => void,
): Promise<void> {
  await showChange(admin, async () => {
    const rows = await admin.lists.refresh("members", id);
    rows.forEach(onChange);
  });
  admin.refreshTeam();
}
