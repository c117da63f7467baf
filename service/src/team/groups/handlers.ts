import type { TeamHandlers } from "cloud-storage-api/server";
import type { Caller } from "../../access/caller.js";
import type { Backend } from "../../backend.js";
import { groupMemberAddHandlers } from "./add-members.js";
import { groupCreateHandlers } from "./create.js";
import { groupDeleteHandlers } from "./delete.js";
import { groupJobHandlers } from "./job-status.js";
import { groupMemberListHandlers } from "./list-members.js";
import { groupListHandlers } from "./list.js";
import { groupMemberRemoveHandlers } from "./remove-members.js";
import { groupAccessHandlers } from "./set-access-type.js";
import { groupUpdateHandlers } from "./update.js";

type Handlers = Pick<TeamHandlers<Caller>, keyof TeamHandlers<Caller> & `groups${string}`>;

/** Returns the handlers of the routes about groups. */
export function groupHandlers(backend: Backend): Handlers {
  return {
    ...groupListHandlers(backend),
    ...groupCreateHandlers(backend),
    ...groupUpdateHandlers(backend),
    ...groupDeleteHandlers(backend),
    ...groupMemberListHandlers(backend),
    ...groupMemberAddHandlers(backend),
    ...groupMemberRemoveHandlers(backend),
    ...groupAccessHandlers(backend),
    ...groupJobHandlers(backend),
  };
}
