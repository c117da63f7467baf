/** How long to wait for the first byte from a bucket if nothing else is said, in milliseconds. */
export const defaultContentsTimeout = 10_000;
