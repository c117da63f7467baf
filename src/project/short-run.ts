import { setFlagsFromString } from "node:v8";

/**
 * Configures V8 for a short process. V8 11, the version in Node 20, optimizes functions in the background that do not run
 * long enough to benefit, which takes 40 % of the processor time of a run. Later versions do not.
 */
export function expectShortRun(budget = 500_000): void {
  setBudget(budget);
}

/** The default again, for a process that goes on after a start that was to be short. */
export function expectLongRun(): void {
  setBudget(67_584);
}

function setBudget(budget: number): void {
  if (process.versions.v8.startsWith("11.")) {
    setFlagsFromString(`--interrupt-budget=${budget}`);
  }
}
