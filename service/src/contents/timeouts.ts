/** How long to wait for the first byte from a bucket by default, in milliseconds. */
export const defaultContentsTimeout = 10_000;
