/** The contents of files cannot be stored or read now. Nothing was changed, so the call can be retried. */
export class ContentsUnavailable extends Error {
  override readonly name = "ContentsUnavailable";
}
