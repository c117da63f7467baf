import type { TeamHandlers } from "cloud-storage-api/server";
import type { Caller } from "../access/caller.js";
import type { Backend } from "../backend.js";
import { deviceHandlers } from "./devices/handlers.js";
import { teamFolderHandlers } from "./folders/handlers.js";
import { linkedAppHandlers } from "./linked-apps/handlers.js";
import { reportHandlers } from "./reports/handlers.js";
import { groupMemberAddHandlers } from "./groups/add-members.js";
import { groupCreateHandlers } from "./groups/create.js";
import { groupDeleteHandlers } from "./groups/delete.js";
import { groupJobHandlers } from "./groups/job-status.js";
import { groupMemberListHandlers } from "./groups/list-members.js";
import { groupListHandlers } from "./groups/list.js";
import { groupMemberRemoveHandlers } from "./groups/remove-members.js";
import { groupAccessHandlers } from "./groups/set-access-type.js";
import { groupUpdateHandlers } from "./groups/update.js";
import { teamInfoHandlers } from "./info.js";
import { memberAddHandlers } from "./members/add.js";
import { memberListHandlers } from "./members/list.js";
import { memberRecoverHandlers } from "./members/recover.js";
import { memberRemoveHandlers } from "./members/remove.js";
import { memberProfileHandlers } from "./members/set-profile.js";
import { memberRoleHandlers } from "./members/set-role.js";
import { memberSuspendHandlers } from "./members/suspend.js";
import { memberWelcomeHandlers } from "./members/welcome.js";

/** Answers the calls of the namespace `team`. */
export function teamHandlers(backend: Backend): TeamHandlers<Caller> {
  return {
    ...deviceHandlers(backend),
    ...linkedAppHandlers(backend),
    ...teamFolderHandlers(backend),
    ...reportHandlers(backend),
    ...teamInfoHandlers(backend),
    ...memberListHandlers(backend),
    ...memberAddHandlers(backend),
    ...memberWelcomeHandlers(backend),
    ...memberProfileHandlers(backend),
    ...memberRoleHandlers(backend),
    ...memberSuspendHandlers(backend),
    ...memberRemoveHandlers(backend),
    ...memberRecoverHandlers(backend),
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
