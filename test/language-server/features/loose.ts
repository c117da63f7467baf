/** An answer of the server. What it has to be is what the step of a session expects. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Loose = any;
