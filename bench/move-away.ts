import { existsSync, renameSync } from "node:fs";

/**
 * Makes room for a new folder. The old folder is moved, not removed, because file systems create files slowly for a while
 * after many have been removed.
 */
export function moveAway(folder: string): void {
  for (let number = 1; existsSync(folder); number++) {
    if (!existsSync(`${folder}-${number}`)) {
      renameSync(folder, `${folder}-${number}`);
    }
  }
}
