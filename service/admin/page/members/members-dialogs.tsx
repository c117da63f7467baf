import type { team, team as types } from "cloud-storage-api";
import { membersRemoveJobStatusGet } from "cloud-storage-api/team";
import type { ComponentChildren, VNode } from "preact";
import { useState } from "preact/hooks";
import { CheckedList, ProgressBar, useBulk } from "../actions/bulk.js";
import { FormDialog } from "../actions/form-dialog.js";
import { explainErrors, waitForJob } from "../calls/explain-errors.js";
import { counted } from "../components/text.js";
import { useAdminConsole } from "../console-context.js";
import { explainJob, explainRemove, explainSuspend } from "../problems/route-problems.js";
import { type MembersDialogProps, type Obstacle, obstacleToRemove, obstacleToSuspend, selectMember } from "./member.js";

interface ActionDialogProps extends MembersDialogProps {
  /** The title; `whom` is a name, or a number such as `3 members`. */
  readonly title: (whom: ComponentChildren) => ComponentChildren;
  readonly button: string;
  readonly isDangerous?: boolean;
  readonly isSensitive?: boolean;
  /** Returns why the action is impossible for a member, who is then left out. */
  readonly obstacle: Obstacle;
  /** Performs the action on one member. */
  readonly act: (member: team.TeamMemberInfo, data: FormData) => Promise<unknown>;
  /** Returns the success message. */
  readonly done: (whom: ComponentChildren, isOne: boolean) => ComponentChildren;
  readonly children?: ComponentChildren;
}

/** A dialog for an action on one or several members. It stays open for those for whom the action has failed. */
export function MembersDialog(props: ActionDialogProps): VNode {
  const {
    members,
    onChanged,
    title,
    button,
    isDangerous = false,
    isSensitive = false,
    obstacle,
    act,
    done,
    children,
  } = props;
  const { refreshTeam, administrator } = useAdminConsole();
  const [remainingMembers, setRemainingMembers] = useState(members); // those for whom the action has not succeeded yet
  const bulk = useBulk<team.TeamMemberInfo>({ keyOf: memberId, nameOf: memberName });
  const obstacleTo = (member: team.TeamMemberInfo): string | undefined => obstacle(member, administrator);
  const possible = remainingMembers.filter((member) => obstacleTo(member) === undefined);
  const submit = async (data: FormData): Promise<ComponentChildren> => {
    const changed = new Set<team.TeamMemberInfo>();
    try {
      await bulk.run(possible, async (batch) => {
        for (const member of batch) {
          await act(member, data);
          changed.add(member);
          await onChanged(member);
        }
        return new Map();
      });
    } catch (thrown) {
      setRemainingMembers(remainingMembers.filter((member) => !changed.has(member)));
      throw thrown;
    } finally {
      refreshTeam();
    }
    return done(describe(possible), possible.length === 1);
  };
  return (
    <FormDialog
      title={title(describe(possible))}
      button={button}
      isDangerous={isDangerous}
      isSensitive={isSensitive}
      submit={submit}
    >
      {children}
      {members.length > 1 && (
        <CheckedList
          label="Selected members"
          items={remainingMembers.map((member) => ({
            key: memberId(member),
            title: memberName(member),
            detail: member.profile.email,
            problem: bulk.reasons.get(memberId(member)),
            obstacle: obstacleTo(member),
          }))}
        />
      )}
      {members.length > 1 && bulk.progress && <ProgressBar {...bulk.progress} />}
    </FormDialog>
  );
}

function memberId({ profile }: team.TeamMemberInfo): string {
  return profile.team_member_id;
}

function memberName({ profile }: team.TeamMemberInfo): string {
  return profile.name.display_name;
}

/** Returns the name of one member, or the number of several. */
function describe([first, ...others]: readonly team.TeamMemberInfo[]): ComponentChildren {
  return first !== undefined && others.length === 0 ? (
    <bdi>{memberName(first)}</bdi>
  ) : (
    counted(others.length + (first === undefined ? 0 : 1), "member")
  );
}

/** Asks for confirmation to remove members, or to withdraw invitations if all of them are invited. */
export function RemoveDialog(props: MembersDialogProps): VNode {
  const { team } = useAdminConsole();
  const common = {
    ...props,
    isDangerous: true,
    isSensitive: true,
    obstacle: obstacleToRemove,
    act: (member: types.TeamMemberInfo, data: FormData) => {
      const launch = team.membersRemove({ user: selectMember(member), wipe_data: wantsWipe(data) });
      return waitForJob(launch, explainRemove, membersRemoveJobStatusGet, explainJob);
    },
  };
  return props.members.every(({ profile }) => profile.status[".tag"] === "invited") ? (
    <MembersDialog
      {...common}
      title={(whom) => <>Withdraw the invitation to {whom}?</>}
      button="Withdraw"
      done={(whom) => <>The invitation to {whom} was withdrawn.</>}
    >
      <p>Links in withdrawn invitations stop working, and their licenses become available again.</p>
    </MembersDialog>
  ) : (
    <MembersDialog
      {...common}
      title={(whom) => <>Remove {whom} from the team?</>}
      button="Remove"
      done={(whom, isOne) => (
        <>
          {whom} {isOne ? "was" : "were"} removed.
        </>
      )}
    >
      <p>
        They lose access at once, and their licenses are free again. For 7 days you can recover an account with all its
        files. Invitations are withdrawn.
      </p>
      <WipeField />
    </MembersDialog>
  );
}

/** Asks for confirmation to suspend members. */
export function SuspendDialog(props: MembersDialogProps): VNode {
  const { team } = useAdminConsole();
  return (
    <MembersDialog
      {...props}
      title={(whom) => <>Suspend {whom}?</>}
      button="Suspend"
      isDangerous
      obstacle={obstacleToSuspend}
      act={(member, data) =>
        explainErrors(team.membersSuspend({ user: selectMember(member), wipe_data: wantsWipe(data) }), explainSuspend)
      }
      done={(whom, isOne) => (
        <>
          {whom} {isOne ? "is" : "are"} suspended.
        </>
      )}
    >
      <p>They cannot log in until you end the suspension. Files and groups stay as they are.</p>
      <WipeField />
    </MembersDialog>
  );
}

/**
 * The choice to delete the data on a member's devices. The API does so by default, but here it must be chosen, because
 * it cannot be undone.
 */
function WipeField(): VNode {
  return (
    <label class="check">
      <input type="checkbox" name="wipe" />
      <span>
        Delete the team’s files from their devices
        <small>This happens when a device is next online.</small>
      </span>
    </label>
  );
}

/** Returns the value of the field. */
function wantsWipe(data: FormData): boolean {
  return data.has("wipe");
}
