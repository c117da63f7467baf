/** Thrown if no connection to the database is available. Nothing has been changed, so the call can be retried. */
export class DatabaseUnavailable extends Error {
  override readonly name = "DatabaseUnavailable";

  constructor(cause: unknown) {
    super("The database is unavailable.", { cause });
  }
}
