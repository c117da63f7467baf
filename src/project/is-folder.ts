import { statSync } from "node:fs";

/** Whether there is a folder, or a link to one, at a path; false if the path is not accessible. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
