import { codeOf } from "./failure.js";

/** Whether there is a process of that number. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (thrown) {
    return codeOf(thrown) === "EPERM";
  }
}
