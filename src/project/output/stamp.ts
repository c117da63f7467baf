import { statSync } from "node:fs";

/** The size and times of a file or folder. Every change of a file changes them; Git's index also relies on this. */
export type Stamp = readonly [size: number, mtimeMs: number, ctimeMs: number];

/** The coarsest resolution of file times, in milliseconds: a change within this time may not show. */
const clockStep = 100;

/** The stamp of a file or folder; undefined if it is not accessible. */
export function readStamp(path: string): Stamp | undefined {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats && [stats.size, stats.mtimeMs, stats.ctimeMs];
  } catch {
    return undefined;
  }
}

export function isSameStamp(a: Stamp, b: Stamp): boolean {
  return a[0] === b[0] && a[1] === b[1] && a[2] === b[2];
}

/**
 * Whether a file that has this stamp still has the content that it had at a time, in milliseconds since 1970. Files changed
 * shortly before may have been changed again without a trace.
 */
export function isSettled([, , ctimeMs]: Stamp, time: number): boolean {
  return ctimeMs < time - clockStep;
}
