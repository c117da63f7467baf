import type { VNode } from "preact";
import { useCallback } from "preact/hooks";
import { Action } from "./action.js";
import type { PartProps } from "./app.js";
import { every } from "./every.js";
import { useLoaded } from "./loaded.js";
import { NewName } from "./new-name.js";
import { Status } from "./status.js";
import { Table } from "./table.js";

/** The groups of the team. */
export function Groups({ team, onChange }: PartProps): VNode {
  const groups = useLoaded(
    useCallback(() => every(team.groupsList()), [team]),
    onChange,
  );
  return (
    <>
      <NewName
        label="Name of the group"
        create={(group_name) => groups.act(`Creating ${group_name} …`, () => team.groupsCreate({ group_name }))}
      />
      <Status of={groups} />
      <Table headings={["Name", "Members", "Managed by"]}>
        {groups.value?.map(({ group_id, group_name, member_count, group_management_type }) => (
          <tr key={group_id}>
            <td>{group_name}</td>
            <td>{member_count ?? "?"}</td>
            <td>{group_management_type[".tag"] === "user_managed" ? "its owners" : "the company"}</td>
            <td>
              <Action
                on={groups}
                question={`Delete ${group_name}?`}
                going={`Deleting ${group_name}`}
                run={() => team.groupsDelete({ ".tag": "group_id", group_id }).waitFor()}
              >
                Delete
              </Action>
            </td>
          </tr>
        ))}
      </Table>
    </>
  );
}
