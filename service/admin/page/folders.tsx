import type { VNode } from "preact";
import { useCallback } from "preact/hooks";
import type { PartProps } from "./app.js";
import { useLoaded } from "./loaded.js";
import { NewName } from "./new-name.js";
import { Status } from "./status.js";

/** The team folders. */
export function Folders({ team, onChange }: PartProps): VNode {
  const folders = useLoaded(
    useCallback(async () => (await team.teamFolderList()).team_folders, [team]),
    onChange,
  );
  const button = (text: string, progress: string, action: () => Promise<unknown>): VNode => (
    <button type="button" class="quiet" onClick={() => void folders.act(progress, action)}>
      {text}
    </button>
  );
  return (
    <>
      <NewName
        label="Name of the folder"
        create={(name) => folders.act(`Creating ${name} …`, () => team.teamFolderCreate({ name }))}
      />
      <Status of={folders} />
      <table>
        <thead>
          <tr>
            <th>Name</th>
            <th>Status</th>
            <th />
          </tr>
        </thead>
        <tbody>
          {folders.value?.map(({ team_folder_id, name, status }) => (
            <tr key={team_folder_id}>
              <td>{name}</td>
              <td>
                <span class={`tag ${status[".tag"]}`}>{status[".tag"]}</span>
              </td>
              <td>
                {status[".tag"] === "active"
                  ? button("Archive", `Archiving ${name} …`, () => team.teamFolderArchive({ team_folder_id }).waitFor())
                  : [
                      button("Activate", `Activating ${name} …`, () => team.teamFolderActivate({ team_folder_id })),
                      button("Delete for good", `Deleting ${name} …`, () =>
                        team.teamFolderPermanentlyDelete({ team_folder_id }),
                      ),
                    ]}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
