import { rmdirSync } from "node:fs";

/** Removes a folder if it is empty. Returns whether the folder was removed. */
export function removeIfEmpty(folder: string): boolean {
  try {
    rmdirSync(folder);
    return true;
  } catch {
    return false;
  }
}
