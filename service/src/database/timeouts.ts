/** How long a statement waits for a lock by default, in milliseconds. */
export const defaultLockTimeout = 5_000;

/** How long to wait for the database server by default, in milliseconds. */
export const defaultDatabaseTimeout = 5_000;
