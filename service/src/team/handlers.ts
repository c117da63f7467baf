import { unimplemented, type TeamHandlers } from "cloud-storage-api/server";
import type { Caller } from "../access/caller.js";
import type { Backend } from "../backend.js";
import { memberListHandlers } from "./members/list.js";

/** Answers the calls of the namespace `team`. */
export function teamHandlers(backend: Backend): TeamHandlers<Caller> {
  return { ...unimplemented.team, ...memberListHandlers(backend) };
}
