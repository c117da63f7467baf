import { createContext, runInContext } from "node:vm";

/** How long a piece of work may take at most, in milliseconds: hundreds of times what it takes. */
const timeout = 40_000;

/**
 * Does some work that would run for hours, or forever, if the number of its steps did not grow with its input alone. Throws
 * an Error after {@link timeout}: the engine ends it even within a regular expression.
 */
export function expectToEnd(work: () => void): void {
  runInContext("work()", createContext({ work }), { timeout });
}
