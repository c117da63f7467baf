import { statSync } from "node:fs";
import { relative } from "node:path";

/** Returns a path as messages show it, relative to the working directory. */
export function displayPath(path: string): string {
  return relative(process.cwd(), path) || ".";
}

/** Whether there is a folder, or a link to one, at a path; false if the path is not accessible. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
