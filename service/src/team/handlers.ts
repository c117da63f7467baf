import type { TeamHandlers } from "cloud-storage-api/server";
import type { Caller } from "../access/caller.js";
import type { Backend } from "../backend.js";
import { deviceHandlers } from "./devices/handlers.js";
import { teamFolderHandlers } from "./folders/handlers.js";
import { groupHandlers } from "./groups/handlers.js";
import { teamInfoHandlers } from "./info.js";
import { linkedAppHandlers } from "./linked-apps/handlers.js";
import { memberHandlers } from "./members/handlers.js";
import { reportHandlers } from "./reports/handlers.js";

/** Returns the handlers of the namespace `team`. */
export function teamHandlers(backend: Backend): TeamHandlers<Caller> {
  return {
    ...teamInfoHandlers(backend),
    ...memberHandlers(backend),
    ...groupHandlers(backend),
    ...teamFolderHandlers(backend),
    ...deviceHandlers(backend),
    ...linkedAppHandlers(backend),
    ...reportHandlers(backend),
  };
}
