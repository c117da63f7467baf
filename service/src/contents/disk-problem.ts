import { ContentsUnavailable } from "./contents-unavailable.js";

/** The codes of errors that are caused by the disk, which an operator can solve. */
const codes = ["ENOSPC", "EDQUOT", "EROFS", "EIO"];

/** Rejects with a {@link ContentsUnavailable} if some work fails because of the disk, and with its own errors otherwise. */
export async function onDisk<Result>(work: Promise<Result>): Promise<Result> {
  return work.catch((thrown: unknown) => {
    throw thrown instanceof Error && "code" in thrown && codes.includes(String(thrown.code))
      ? new ContentsUnavailable("The data folder cannot be written.", { cause: thrown })
      : thrown;
  });
}
