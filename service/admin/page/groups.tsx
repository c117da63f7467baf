import type { VNode } from "preact";
import { useCallback } from "preact/hooks";
import type { PartProps } from "./app.js";
import { every } from "./every.js";
import { useLoaded } from "./loaded.js";
import { NewName } from "./new-name.js";
import { Status } from "./status.js";

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
      <table>
        <thead>
          <tr>
            <th>Name</th>
            <th>Members</th>
            <th>Managed by</th>
            <th />
          </tr>
        </thead>
        <tbody>
          {groups.value?.map(({ group_id, group_name, member_count, group_management_type }) => (
            <tr key={group_id}>
              <td>{group_name}</td>
              <td>{member_count ?? "?"}</td>
              <td>{group_management_type[".tag"] === "user_managed" ? "its owners" : "the company"}</td>
              <td>
                <button
                  type="button"
                  class="quiet"
                  onClick={() =>
                    void groups.act(`Deleting ${group_name} …`, () =>
                      team.groupsDelete({ ".tag": "group_id", group_id }).waitFor(),
                    )
                  }
                >
                  Delete
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
