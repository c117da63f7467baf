import type { Backend } from "../backend.js";
import { copyBatchWork } from "../files/copy-batch-work.js";
import type { JobKind } from "./job.js";
import type { Work } from "./worker.js";

/** What each kind of job does. */
export function jobWork({ clock }: Backend): Readonly<Record<JobKind, Work>> {
  const nothing: Work = () => Promise.resolve({ status: "complete" });
  return {
    "files/copy_batch": copyBatchWork(clock),
    "team/groups/delete": nothing,
    "team/groups/members/add": nothing,
    "team/groups/members/remove": nothing,
    "team/members/add": nothing,
    "team/members/remove": nothing,
    "team/team_folder/archive": nothing,
  };
}
