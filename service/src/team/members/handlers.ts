import type { TeamHandlers } from "cloud-storage-api/server";
import type { Caller } from "../../access/caller.js";
import type { Backend } from "../../backend.js";
import { memberAddHandlers, memberWelcomeHandlers } from "./add.js";
import { memberListHandlers } from "./list.js";
import { memberRecoverHandlers, memberRemoveHandlers } from "./remove.js";
import { memberProfileHandlers, memberRoleHandlers } from "./set-profile.js";
import { memberSuspendHandlers } from "./suspend.js";

type Handlers = Pick<TeamHandlers<Caller>, keyof TeamHandlers<Caller> & `members${string}`>;

/** Returns the handlers of the routes about members. */
export function memberHandlers(backend: Backend): Handlers {
  return {
    ...memberListHandlers(backend),
    ...memberAddHandlers(backend),
    ...memberWelcomeHandlers(backend),
    ...memberProfileHandlers(backend),
    ...memberRoleHandlers(backend),
    ...memberSuspendHandlers(backend),
    ...memberRemoveHandlers(backend),
    ...memberRecoverHandlers(backend),
  };
}
