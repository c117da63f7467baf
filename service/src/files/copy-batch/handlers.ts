import {
  copyBatchCheck,
  type RelocationBatchErrorInput,
  type RelocationBatchJobStatusInput,
  type RelocationResultInput,
} from "cloud-storage-api/files";
import { routeError, type FilesHandlers } from "cloud-storage-api/server";
import type { Caller } from "../../access/caller.js";
import { countWrite } from "../../access/rate-limits.js";
import type { Backend } from "../../backend.js";
import { launchJob } from "../../jobs/job.js";
import { findOwnJob } from "../../jobs/poll.js";
import { jobArgument } from "./work.js";

type Handlers = Pick<FilesHandlers<Caller>, "copyBatch" | "copyBatchCheck">;

/** Returns the handlers that copy many files and folders in the background. */
export function copyBatchHandlers({ database, clock, settings }: Backend): Handlers {
  return {
    async copyBatch(arg, caller) {
      await countWrite(database, settings, caller.accountId);
      return database.transaction(async (queries) => {
        const now = await clock.now(queries);
        const id = await launchJob(queries, "files/copy_batch", caller, jobArgument(caller, arg), now);
        return { ".tag": "async_job_id", async_job_id: id };
      });
    },
    async copyBatchCheck({ async_job_id }, caller): Promise<RelocationBatchJobStatusInput> {
      const job = await findOwnJob(database, caller, async_job_id, ["files/copy_batch"], () =>
        routeError(copyBatchCheck, "invalid_async_job_id"),
      );
      switch (job.status) {
        case "in_progress":
          return { ".tag": "in_progress" };
        case "complete":
          return { ".tag": "complete", entries: job.result as RelocationResultInput[] };
        case "failed":
          if (job.result === null) {
            throw routeError(copyBatchCheck, "internal_error");
          }
          return { ".tag": "failed", failed: job.result as RelocationBatchErrorInput };
      }
    },
  };
}
