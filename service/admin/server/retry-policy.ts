/**
 * The console only retries calls after short pauses. If the service requests a longer pause with `Retry-After`, the console
 * tells the administrator how long to wait, instead of appearing to hang.
 */
export const retryPolicy = { maxPause: 3_000 } as const;
