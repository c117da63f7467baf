import { unimplemented, type TeamHandlers } from "cloud-storage-api/server";
import type { Caller } from "../access/caller.js";
import type { Backend } from "../backend.js";
import { groupHandlers } from "./groups/handlers.js";
import { teamInfoHandlers } from "./info.js";
import { memberHandlers } from "./members/handlers.js";

/** Answers the calls of the namespace `team`. */
export function teamHandlers(backend: Backend): TeamHandlers<Caller> {
  return {
    ...unimplemented.team,
    ...teamInfoHandlers(backend),
    ...memberHandlers(backend),
    ...groupHandlers(backend),
  };
}
