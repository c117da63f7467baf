/** How long a statement waits for a lock if nothing else is said, in milliseconds. */
export const defaultLockTimeout = 5_000;
