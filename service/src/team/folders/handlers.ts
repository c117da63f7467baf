import type { TeamHandlers } from "cloud-storage-api/server";
import type { Caller } from "../../access/caller.js";
import type { Backend } from "../../backend.js";
import { teamFolderArchiveHandlers } from "./archive.js";
import { teamFolderCreateHandlers } from "./create.js";
import { teamFolderListHandlers } from "./list.js";
import { teamFolderRenameHandlers } from "./rename.js";
import { teamFolderActivateAndDeleteHandlers } from "./activate-and-delete.js";

type Handlers = Pick<TeamHandlers<Caller>, keyof TeamHandlers<Caller> & `teamFolder${string}`>;

/** Returns the handlers of the routes about team folders. */
export function teamFolderHandlers(backend: Backend): Handlers {
  return {
    ...teamFolderListHandlers(backend),
    ...teamFolderCreateHandlers(backend),
    ...teamFolderRenameHandlers(backend),
    ...teamFolderArchiveHandlers(backend),
    ...teamFolderActivateAndDeleteHandlers(backend),
  };
}
