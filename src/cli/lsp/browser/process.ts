/* What libraries expect of Node, and browsers do not have. */

export const process = { env: {}, platform: "linux", argv: [], cwd: () => "/", nextTick: queueMicrotask };

export function setImmediate(task: () => void): void {
  setTimeout(task, 0);
}
