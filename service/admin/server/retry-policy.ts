/**
 * The console retries calls only after a short pause. If a service requests a longer one with `Retry-After`, the console
 * tells the administrator how long to wait instead of appearing to hang.
 */
export const retryPolicy = { maxPause: 3_000 } as const;
