/** Thrown if no connection to the database is available. Nothing has been changed, so the call can be retried. */
export class DatabaseUnavailable extends Error {
  override readonly name = "DatabaseUnavailable";

  constructor(cause: unknown) {
    super("The database is unavailable.", { cause });
  }
}

/** How long a statement waits for a lock by default, in milliseconds. */
export const defaultLockTimeout = 5_000;

/** How long to wait for the database server by default, in milliseconds. */
export const defaultDatabaseTimeout = 5_000;
