import { match, type async, type team } from "cloud-storage-api";

const jobGone = "The service no longer knows the result. Refresh the list to see whether the change took effect.";
/** The message for a launched job whose status cannot be read. */
export const jobUnknown =
  "The change was started, but the service does not say whether it is complete. Refresh the list before you try again.";
const jobFailed = "The service failed. Refresh the list to see whether the change took effect before you try again.";

/** Returns the sentence for each error of the job status routes. */
export function explainJob(error: async.PollError): string | undefined {
  return match(error, {
    invalid_async_job_id: () => jobGone,
    internal_error: () => jobFailed,
    other: () => undefined,
    $unknown: () => undefined,
  });
}

/** Like {@link explainJob}, for jobs that change groups. */
export function explainGroupJob(error: team.GroupsPollError): string | undefined {
  return match(error, {
    invalid_async_job_id: () => jobGone,
    internal_error: () => jobFailed,
    access_denied: () => "This console cannot check the progress of the change. Refresh the list to see its effect.",
    other: () => undefined,
    $unknown: () => undefined,
  });
}
