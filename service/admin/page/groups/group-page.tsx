import type { team } from "cloud-storage-api";
import type { VNode } from "preact";
import { managementNames } from "../../server/lists/rows.js";
import { useLoaded } from "../calls/use-loaded.js";
import { Heading, useTitle } from "../components/heading.js";
import { Icon } from "../components/icon.js";
import { Menu } from "../components/menu.js";
import { NotLoaded } from "../components/placeholders.js";
import { counted } from "../components/text.js";
import { useAdminConsole, type AdminConsole } from "../console-context.js";
import { useList } from "../lists/use-list.js";
import { GoneProblem } from "../problems/problem.js";
import { DeleteGroupDialog, GroupDialog } from "./group-dialogs.js";
import { GroupMembers } from "./group-members.js";
import { AddMemberDialog } from "./membership-dialogs.js";

const parent = { title: "Groups", href: "#groups" };

/** The page of a group, which lists its members. */
export function GroupPage({ id }: { readonly id: string }): VNode {
  const admin = useAdminConsole();
  const { showDialog } = admin;
  const loaded = useLoaded(() => loadGroup(admin, id), [admin.lists, id]);
  const { value: group, change } = loaded;
  const members = useList("group-members", id);
  useTitle(group?.group_name ?? "Group");
  if (group === undefined) {
    return (
      <>
        <Heading title="Group" parent={parent} />
        <NotLoaded loaded={loaded} icon="groups" noun="group" parent={parent} />
      </>
    );
  }
  const onChanged = async (): Promise<void> => {
    const changed = await loadGroup(admin, id);
    change(() => changed);
    members.reload();
  };
  const leave = (): void => location.assign(parent.href);
  return (
    <>
      <Heading
        title={group.group_name}
        description={`${counted(group.member_count ?? 0, "member")}, managed by ${managementNames[group.group_management_type[".tag"]].toLowerCase()}`}
        parent={parent}
      >
        <Menu
          label={`Actions for ${group.group_name}`}
          items={[
            {
              label: "Edit",
              select: () => showDialog(<GroupDialog group={group} onChanged={(changed) => change(() => changed)} />),
            },
            {
              label: "Delete",
              isDangerous: true,
              select: () => showDialog(<DeleteGroupDialog group={group} onDeleted={leave} />),
            },
          ]}
        >
          <span class="button">
            Actions<span class="visually-hidden"> for {group.group_name}</span>
            <Icon name="down" />
          </span>
        </Menu>
        <button
          type="button"
          class="primary"
          onClick={() => showDialog(<AddMemberDialog group={group} onChanged={onChanged} />)}
        >
          <Icon name="plus" />
          Add member
        </button>
      </Heading>
      <GroupMembers group={group} list={members} onChanged={onChanged} />
    </>
  );
}

async function loadGroup({ lists }: AdminConsole, id: string): Promise<team.GroupSummary> {
  const [group] = await lists.refresh("groups", id);
  if (group === undefined) {
    throw new GoneProblem("This group no longer exists.");
  }
  return group;
}
