/** How long a statement waits for a lock if nothing else is said, in milliseconds. */
export const defaultLockTimeout = 5_000;

/** How long to wait for the database server if nothing else is said, in milliseconds. */
export const defaultDatabaseTimeout = 5_000;
