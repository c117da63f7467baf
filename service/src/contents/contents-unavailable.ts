/** Thrown if contents cannot be stored or read now. Nothing has been changed, so the call can be retried. */
export class ContentsUnavailable extends Error {
  override readonly name = "ContentsUnavailable";
}
