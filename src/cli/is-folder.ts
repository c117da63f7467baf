import { statSync } from "node:fs";

/** Whether there is a folder at a path; a link to one counts too, and what cannot be looked at does not. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
