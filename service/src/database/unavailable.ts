/** No connection to the database could be had: nothing has been changed, and the call can be repeated. */
export class DatabaseUnavailable extends Error {
  override readonly name = "DatabaseUnavailable";

  constructor(cause: unknown) {
    super("The database is unavailable.", { cause });
  }
}
