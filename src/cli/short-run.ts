import { setFlagsFromString } from "node:v8";

/**
 * Tells the engine that the process ends soon. V8 11, which is that of Node 20, optimizes in the background what will not
 * run long enough to pay for it, which takes 40 % of all processor time of a run and gives nothing back. Later ones do
 * so only where it pays.
 */
export function expectShortRun(): void {
  if (process.versions.v8.startsWith("11.")) {
    setFlagsFromString("--interrupt-budget=500000");
  }
}
