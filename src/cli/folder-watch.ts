import { watch, type FSWatcher } from "node:fs";
import { dirname, join, sep } from "node:path";
import { isFolder } from "./is-folder.js";

/** How often to look where the operating system will not watch, in milliseconds. */
const interval = 1000;

/**
 * Tells of changes in folders, but not below them. What it tells is a hint: one change may be told several times, and
 * whoever is told has to look what there is.
 */
export class FolderWatch {
  readonly #onChange: (path: string) => void;
  readonly #watchers = new Map<string, FSWatcher>();
  #timer: NodeJS.Timeout | undefined;

  /** Calls back with the path that may have changed, or with the folder where it is not known. */
  constructor(onChange: (path: string) => void) {
    this.#onChange = onChange;
  }

  /**
   * Watches these folders from now on, and no others; for one that is not there the folder above it. Whether there are
   * new ones, in which something may have changed before.
   */
  watch(folders: readonly string[]): boolean {
    const wanted = new Set(folders.map(existing));
    for (const folder of this.#watchers.keys()) {
      if (!wanted.has(folder)) {
        this.#forget(folder);
      }
    }
    const fresh = [...wanted].filter((folder) => !this.#watchers.has(folder));
    const blind = fresh.filter((folder) => !this.#begin(folder));
    clearInterval(this.#timer);
    if (blind.length > 0) {
      // The system's limit of watches is reached, or the file system knows none.
      this.#timer = setInterval(() => blind.forEach((folder) => this.#onChange(folder)), interval);
    }
    return fresh.length > blind.length;
  }

  /** Whether a folder is watched now. */
  has(folder: string): boolean {
    return this.#watchers.has(folder);
  }

  close(): void {
    this.watch([]);
  }

  #begin(folder: string): boolean {
    try {
      const watcher = watch(folder, (event, name) => this.#hear(event, folder, name));
      watcher.on("error", () => {
        this.#forget(folder); // on Windows, when the folder is removed
        this.#onChange(folder);
      });
      this.#watchers.set(folder, watcher);
      return true;
    } catch {
      return false;
    }
  }

  #hear(event: string, folder: string, name: string | null): void {
    const path = name === null ? folder : join(folder, name);
    this.#onChange(path);
    if (event === "rename") {
      // A folder that was made anew under its old name is another one, of which the watcher would hear nothing.
      for (const other of this.#watchers.keys()) {
        if (`${other}${sep}`.startsWith(`${path}${sep}`)) {
          this.#forget(other);
        }
      }
    }
  }

  #forget(folder: string): void {
    this.#watchers.get(folder)?.close();
    this.#watchers.delete(folder);
  }
}

/** The folder, or the first one above it that is there. */
function existing(folder: string): string {
  return isFolder(folder) || dirname(folder) === folder ? folder : existing(dirname(folder));
}
