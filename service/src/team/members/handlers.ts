import type { TeamHandlers } from "cloud-storage-api/server";
import type { Caller } from "../../access/caller.js";
import type { Backend } from "../../backend.js";
import { memberAddHandlers } from "./add.js";
import { memberListHandlers } from "./list.js";
import { memberRecoverHandlers } from "./recover.js";
import { memberRemoveHandlers } from "./remove.js";
import { memberProfileHandlers } from "./set-profile.js";
import { memberRoleHandlers } from "./set-admin-permissions.js";
import { memberSuspendHandlers } from "./suspend.js";
import { memberWelcomeHandlers } from "./send-welcome-email.js";

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
