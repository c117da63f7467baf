import { watch, type FSWatcher } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isWithin } from "./inputs.js";
import { isFolder } from "./is-folder.js";

/** How often to look where the operating system will not watch, in milliseconds. */
const interval = 1000;

/**
 * Tells of changes in folders, but not below them. What it tells is a hint: one change may be told several times, and
 * whoever is told has to look what there is.
 */
export class FolderWatch {
  readonly #top: string;
  readonly #onChange: (path: string) => void;
  /** The folders to be watched, whether they are there or not. */
  #wanted: ReadonlySet<string> = new Set();
  readonly #watchers = new Map<string, FSWatcher>();
  #timer: NodeJS.Timeout | undefined;

  /**
   * Calls back with the path that may have changed, or with the folder where it is not known. Folders above those to be
   * watched are watched too, as far as to the first that holds `top`: only they tell when one is moved, or comes back.
   */
  constructor(top: string, onChange: (path: string) => void) {
    this.#top = top;
    this.#onChange = onChange;
  }

  /** Watches these folders from now on, and no others; whether there are new ones, in which something may have changed before. */
  watch(folders: readonly string[]): boolean {
    this.#wanted = new Set(folders.flatMap((folder) => this.#upward(folder)));
    const there = new Set([...this.#wanted].filter(isFolder));
    for (const folder of this.#watchers.keys()) {
      if (!there.has(folder)) {
        this.#forget(folder);
      }
    }
    // Each after the one above it, which tells if it is replaced from then on.
    const fresh = [...there].filter((folder) => !this.#watchers.has(folder)).sort();
    const blind = fresh.filter((folder) => !this.#begin(folder));
    clearInterval(this.#timer);
    if (blind.length > 0) {
      // The system's limit of watches is reached, or the file system knows none.
      this.#timer = setInterval(() => blind.forEach((folder) => this.#onChange(folder)), interval);
    }
    return fresh.length > blind.length;
  }

  /** Whether a folder is to be watched, as soon as it is there. */
  has(folder: string): boolean {
    return this.#wanted.has(folder);
  }

  close(): void {
    this.watch([]);
  }

  #upward(folder: string): string[] {
    const above = dirname(folder);
    return isWithin(this.#top, folder) || above === folder ? [folder] : [...this.#upward(above), folder];
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
    // That a folder itself is removed or moved is told with its own name, as if it were something in it.
    const isItself = name === null || (event === "rename" && name === basename(folder));
    const path = isItself ? folder : join(folder, name);
    if (event === "rename") {
      this.#forget(path);
    }
    this.#onChange(path);
  }

  /** A folder that is made anew under its old name is another one, of which the watcher would hear nothing; so are those in it. */
  #forget(path: string): void {
    for (const [folder, watcher] of this.#watchers) {
      if (isWithin(folder, path)) {
        watcher.close();
        this.#watchers.delete(folder);
      }
    }
  }
}
