import { match, type team } from "cloud-storage-api";
import { GoneProblem, type Explanation } from "./problem.js";

const nameTaken = "A team folder with this name already exists. Enter another name.";
const nameInvalid = "A folder cannot have this name. Leave out slashes and other special characters.";

/*
 * These functions return a sentence for each error of the routes that change team folders; undefined for errors that are
 * unknown to this console.
 */

export function explainCreateFolder(error: team.TeamFolderCreateError): Explanation {
  return match(error, {
    invalid_folder_name: () => nameInvalid,
    folder_name_already_used: () => nameTaken,
    other: () => undefined,
    $unknown: () => undefined,
  });
}

export function explainRenameFolder(error: team.TeamFolderRenameError): Explanation {
  return match(error, {
    access_error: ({ access_error }) => explainAccess(access_error),
    invalid_folder_name: () => nameInvalid,
    folder_name_already_used: () => nameTaken,
    other: () => undefined,
    $unknown: () => undefined,
  });
}

/** Explains the errors of the routes that archive, activate and delete folders. */
export function explainFolderStatus(error: team.TeamFolderStatusChangeError): Explanation {
  return match(error, {
    access_error: ({ access_error }) => explainAccess(access_error),
    status_error: ({ status_error }) =>
      match(status_error, {
        active: () => "This folder is active. Archive it first.",
        archived: () => "This folder is already archived. Refresh the list to see the current status.",
      }),
    other: () => undefined,
    $unknown: () => undefined,
  });
}

function explainAccess(error: team.TeamFolderAccessError): Explanation {
  return match(error, {
    invalid_team_folder_id: () => new GoneProblem("This folder no longer exists."),
    no_access: () => "This console is not allowed to manage this folder.",
  });
}
