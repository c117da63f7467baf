/* Defines globals of Node that libraries expect, but that browsers do not have. */

export const process = { env: {}, platform: "linux", argv: [], cwd: () => "/", nextTick: queueMicrotask };

export function setImmediate(task: () => void): void {
  setTimeout(task, 0);
}
