import { watch, type FSWatcher } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isWithin } from "./inputs.js";
import { isFolder } from "./is-folder.js";

/** The polling interval for folders that the operating system cannot watch, in milliseconds. */
const interval = 1000;

/**
 * Reports changes in folders, but not in their subfolders. An event is a hint: a single change can cause several events, and
 * the receiver has to find out what has changed.
 */
export class FolderWatch {
  readonly #top: string;
  readonly #onChange: (path: string) => void;
  /** The folders to watch, whether they exist or not. */
  #wanted: ReadonlySet<string> = new Set();
  readonly #watchers = new Map<string, FSWatcher>();
  #timer: NodeJS.Timeout | undefined;

  /**
   * `onChange` receives the path that may have changed, or the folder if the path is unknown. The parents of the
   * watched folders, up to the first one that contains `top`, are also watched, because only they report that a folder
   * is moved or restored.
   */
  constructor(top: string, onChange: (path: string) => void) {
    this.#top = top;
    this.#onChange = onChange;
  }

  /**
   * Watches only these folders from now on. Returns whether watching of a folder has only begun now: changes before that
   * may have been missed.
   */
  watch(folders: readonly string[]): boolean {
    this.#wanted = new Set(folders.flatMap((folder) => this.#upward(folder)));
    const there = new Set([...this.#wanted].filter(isFolder));
    for (const folder of this.#watchers.keys()) {
      if (!there.has(folder)) {
        this.#forget(folder);
      }
    }
    // Parents come first, because they report if a subfolder is replaced.
    const fresh = [...there].filter((folder) => !this.#watchers.has(folder)).sort();
    const blind = fresh.filter((folder) => !this.#begin(folder));
    clearInterval(this.#timer);
    if (blind.length > 0) {
      // The limit on watches has been reached, or the file system does not support watching.
      this.#timer = setInterval(() => blind.forEach((folder) => this.#onChange(folder)), interval);
    }
    return fresh.length > blind.length;
  }

  /** Whether a folder is watched, or will be as soon as it exists. */
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
      const watcher = watch(folder, (event, name) => this.#onFileEvent(event, folder, name));
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

  #onFileEvent(event: string, folder: string, name: string | null): void {
    // If the folder itself is removed or moved, the event contains the folder's own name, as if the folder contained
    // itself.
    const isItself = name === null || (event === "rename" && name === basename(folder));
    const path = isItself ? folder : join(folder, name);
    if (event === "rename") {
      this.#forget(path);
    }
    this.#onChange(path);
  }

  /**
   * Closes the watchers of a folder and its subfolders. If the folder were created again, they would receive no events.
   */
  #forget(path: string): void {
    for (const [folder, watcher] of this.#watchers) {
      if (isWithin(folder, path)) {
        watcher.close();
        this.#watchers.delete(folder);
      }
    }
  }
}
