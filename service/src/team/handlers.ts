import { unimplemented, type TeamHandlers } from "cloud-storage-api/server";
import type { Caller } from "../access/caller.js";
import type { Backend } from "../backend.js";
import { deviceHandlers } from "./devices/handlers.js";
import { teamFolderHandlers } from "./folders/handlers.js";
import { linkedAppHandlers } from "./linked-apps/handlers.js";
import { memberListHandlers } from "./members/list.js";
import { reportHandlers } from "./reports/handlers.js";

/** Answers the calls of the namespace `team`. */
export function teamHandlers(backend: Backend): TeamHandlers<Caller> {
  return {
    ...unimplemented.team,
    ...memberListHandlers(backend),
    ...deviceHandlers(backend),
    ...linkedAppHandlers(backend),
    ...teamFolderHandlers(backend),
    ...reportHandlers(backend),
  };
}
