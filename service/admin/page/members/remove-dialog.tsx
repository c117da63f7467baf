import type { team as types } from "cloud-storage-api";
import { membersRemoveJobStatusGet } from "cloud-storage-api/team";
import type { VNode } from "preact";
import { waitForJob } from "../calls/explain-errors.js";
import { useAdminConsole } from "../console-context.js";
import { explainJob } from "../problems/job-problems.js";
import { explainRemove } from "../problems/member-problems.js";
import { selectMember, type MembersDialogProps } from "./member-dialog.js";
import { MembersDialog } from "./members-dialog.js";
import { obstacleToRemove } from "./obstacles.js";
import { WipeField, wantsWipe } from "./wipe-field.js";

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
