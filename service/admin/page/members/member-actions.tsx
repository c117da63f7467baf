import type { ComponentChildren } from "preact";
import { match, type team } from "cloud-storage-api";
import type { MenuItem } from "../components/menu.js";
import type { AdminConsole } from "../console-context.js";
import { runNotified } from "../actions/run-notified.js";
import { explainErrors } from "../calls/explain-errors.js";
import { explainRecover, explainUnsuspend, explainWelcome } from "../problems/member-problems.js";
import { obstacleToRemove, obstacleToSuspend, type Obstacle } from "./obstacles.js";
import { ProfileDialog } from "./profile-dialog.js";
import { refreshMember } from "./refresh-member.js";
import { RemoveDialog } from "./remove-dialog.js";
import { RoleDialog } from "./role-dialog.js";
import { SuspendDialog } from "./suspend-dialog.js";

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
