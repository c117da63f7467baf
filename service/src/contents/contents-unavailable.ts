/** The contents of files cannot be stored or read now. Nothing was changed, so that the call can be repeated. */
export class ContentsUnavailable extends Error {
  override readonly name = "ContentsUnavailable";
}
