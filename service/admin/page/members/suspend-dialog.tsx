import type { VNode } from "preact";
import { explainErrors } from "../calls/explain-errors.js";
import { useAdminConsole } from "../console-context.js";
import { explainSuspend } from "../problems/member-problems.js";
import { selectMember, type MembersDialogProps } from "./member-dialog.js";
import { MembersDialog } from "./members-dialog.js";
import { obstacleToSuspend } from "./obstacles.js";
import { WipeField, wantsWipe } from "./wipe-field.js";

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
