/**
 * When the console repeats calls itself: only after a short pause. For a longer one, which a service asks for with `Retry-After`,
 * it tells the administrator how long to wait, instead of seeming to do nothing.
 */
export const patience = { maxPause: 3_000 } as const;
