import type { team } from "cloud-storage-api";
import type { ComponentChildren, VNode } from "preact";
import { useState } from "preact/hooks";
import { FormDialog } from "../actions/form-dialog.js";
import { useBulk } from "../actions/use-bulk.js";
import { CheckedList } from "../components/checked-list.js";
import { ProgressBar } from "../components/progress-bar.js";
import { counted } from "../components/text.js";
import { useAdminConsole } from "../console-context.js";
import type { Obstacle } from "./obstacles.js";
import type { MembersDialogProps } from "./member-dialog.js";

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
  const [left, setLeft] = useState(members); // those for whom the action has not succeeded yet
  const bulk = useBulk<team.TeamMemberInfo>({ keyOf: memberId, nameOf: memberName });
  const obstacleTo = (member: team.TeamMemberInfo): string | undefined => obstacle(member, administrator);
  const possible = left.filter((member) => obstacleTo(member) === undefined);
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
      setLeft(left.filter((member) => !changed.has(member)));
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
          items={left.map((member) => ({
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
