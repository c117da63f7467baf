import type { Backend } from "./backend.js";
import { copyBatchWork } from "./files/copy-batch.js";
import type { JobKind } from "./jobs/job.js";
import type { Report, Work } from "./jobs/worker.js";
import { archiveWork } from "./team/folders/archive.js";
import { groupDeleteWork } from "./team/groups/handlers.js";
import { memberAddWork } from "./team/members/add.js";
import { transferFailed, transferWork } from "./team/members/transfer.js";

/** Returns the work of each kind of job. */
export function jobWork(backend: Backend): Readonly<Record<JobKind, Work>> {
  // In this service groups have no access to anything, so there is nothing to grant or revoke.
  const nothing: Work = () => Promise.resolve({ status: "complete" });
  return {
    "files/copy_batch": copyBatchWork(backend.clock),
    "team/groups/delete": groupDeleteWork,
    "team/groups/members/add": nothing,
    "team/groups/members/remove": nothing,
    "team/members/add": memberAddWork(backend),
    "team/members/remove": transferWork(backend),
    "team/team_folder/archive": archiveWork(backend.clock),
  };
}

/** Returns the handlers for failed jobs, by the kind of job. */
export function failureReports(backend: Backend): Readonly<Partial<Record<JobKind, Report>>> {
  return { "team/members/remove": transferFailed(backend) };
}
