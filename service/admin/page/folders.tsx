import type { VNode } from "preact";
import { useCallback } from "preact/hooks";
import { Action } from "./action.js";
import type { PartProps } from "./app.js";
import { useLoaded } from "./loaded.js";
import { NewName } from "./new-name.js";
import { Status } from "./status.js";
import { Table } from "./table.js";

/** The team folders. */
export function Folders({ team, onChange }: PartProps): VNode {
  const folders = useLoaded(
    useCallback(async () => (await team.teamFolderList()).team_folders, [team]),
    onChange,
  );
  return (
    <>
      <NewName
        label="Name of the folder"
        create={(name) => folders.act(`Creating ${name} …`, () => team.teamFolderCreate({ name }))}
      />
      <Status of={folders} />
      <Table headings={["Name", "Status"]}>
        {folders.value?.map(({ team_folder_id, name, status }) => (
          <tr key={team_folder_id}>
            <td>{name}</td>
            <td>
              <span class={`tag ${status[".tag"]}`}>{status[".tag"]}</span>
            </td>
            <td>
              {status[".tag"] === "active" ? (
                <Action
                  on={folders}
                  going={`Archiving ${name}`}
                  run={() => team.teamFolderArchive({ team_folder_id }).waitFor()}
                >
                  Archive
                </Action>
              ) : (
                <>
                  <Action
                    on={folders}
                    going={`Activating ${name}`}
                    run={() => team.teamFolderActivate({ team_folder_id })}
                  >
                    Activate
                  </Action>
                  <Action
                    on={folders}
                    question={`Delete ${name} with all that is in it? Nobody can bring it back.`}
                    going={`Deleting ${name}`}
                    run={() => team.teamFolderPermanentlyDelete({ team_folder_id })}
                  >
                    Delete for good
                  </Action>
                </>
              )}
            </td>
          </tr>
        ))}
      </Table>
    </>
  );
}
