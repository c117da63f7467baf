import type { team as types } from "cloud-storage-api";
import type { VNode } from "preact";
import { showChange } from "../actions/show-change.js";
import { explainErrors } from "../calls/explain-errors.js";
import { useLoaded } from "../calls/use-loaded.js";
import { Alert } from "../components/alert.js";
import { Card } from "../components/card.js";
import { Items } from "../components/items.js";
import { counted } from "../components/text.js";
import { useAdminConsole } from "../console-context.js";
import { JoinGroupDialog } from "../groups/join-group-dialog.js";
import { LeaveGroupDialog } from "../groups/leave-group-dialog.js";
import { hrefFor } from "../location.js";
import { explainGroupInfo } from "../problems/group-problems.js";
import type { MemberDialogProps } from "./member-dialog.js";

/** The groups of a member. */
export function MemberGroups({ member, onChanged }: MemberDialogProps): VNode {
  const admin = useAdminConsole();
  const { team, showDialog } = admin;
  const { groups: ids, name, team_member_id } = member.profile;
  const groups = useLoaded(
    async () =>
      ids.length === 0 ? [] : keepFound(await explainErrors(team.groupsGetInfo(selectById(ids)), explainGroupInfo)),
    [team, ids.join()],
  );
  const join = (): void =>
    showDialog(<JoinGroupDialog members={[member]} onChanged={() => showChange(admin, onChanged)} />);
  return (
    <Card
      title="Groups"
      action={
        <button type="button" onClick={join}>
          Add to group
        </button>
      }
    >
      {groups.problem !== undefined && <Alert retry={groups.reload}>{groups.problem}</Alert>}
      {groups.value !== undefined && (
        <Items
          none="Not in any group."
          items={groups.value.map((group) => ({
            key: group.group_id,
            title: <a href={hrefFor("groups", group.group_id)}>{group.group_name}</a>,
            detail: counted(group.member_count ?? 0, "member"),
            menuLabel: `Actions for ${group.group_name}`,
            actions: [
              {
                label: "Remove from group",
                isDangerous: true,
                select: () =>
                  showDialog(
                    <LeaveGroupDialog
                      group={group}
                      memberId={team_member_id}
                      name={name.display_name}
                      onChanged={onChanged}
                    />,
                  ),
              },
            ],
          }))}
        />
      )}
    </Card>
  );
}

function selectById(group_ids: string[]): types.GroupsSelector {
  return { ".tag": "group_ids", group_ids };
}

function keepFound(items: readonly types.GroupsGetInfoItem[]): types.GroupFullInfo[] {
  return items.flatMap((item) => (item[".tag"] === "group_info" ? [item] : []));
}
