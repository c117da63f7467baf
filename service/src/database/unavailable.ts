/** No connection to the database is available. Nothing has been changed, and the call can be retried. */
export class DatabaseUnavailable extends Error {
  override readonly name = "DatabaseUnavailable";

  constructor(cause: unknown) {
    super("The database is unavailable.", { cause });
  }
}
