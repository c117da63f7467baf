import { mistakeReport, UsageError } from "./failure.js";
import { findInputs, isInput, listWatchedPaths, type Inputs, isWithin } from "./inputs.js";
import type { Configured } from "./load-configured.js";
import { watch, type FSWatcher } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isFolder } from "./paths.js";

/** How long to wait for more changes, in milliseconds. */
const pauseMs = 20;

/**
 * Calls `onChange` after changes of the configuration and the specifications, never concurrently. Prints its errors to
 * standard error.
 */
export async function watchSpecs(configured: Configured, onChange: () => Promise<void>): Promise<FolderWatch> {
  let inputs: Inputs = await findInputs(configured);
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const run = async (): Promise<void> => {
    try {
      inputs = await findInputs(configured);
      folders.watch(await listWatchedPaths(inputs));
      await onChange();
    } catch (thrown) {
      process.stderr.write(thrown instanceof UsageError ? `error: ${thrown.message}\n` : mistakeReport(thrown));
    }
  };
  const folders = new FolderWatch(process.cwd(), (path) => {
    if (isInput(inputs, path) || folders.has(path)) {
      clearTimeout(timer);
      timer = setTimeout(() => {
        running = running.then(run);
      }, pauseMs);
    }
  });
  folders.watch(await listWatchedPaths(inputs));
  return folders;
}

/** The polling interval for folders that the operating system cannot watch, in milliseconds. */
const pollingMs = 1000;

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
    const existingFolders = new Set([...this.#wanted].filter(isFolder));
    for (const folder of this.#watchers.keys()) {
      if (!existingFolders.has(folder)) {
        this.#forget(folder);
      }
    }
    // Parents come first, because they report if a subfolder is replaced.
    const fresh = [...existingFolders].filter((folder) => !this.#watchers.has(folder)).sort();
    const blind = fresh.filter((folder) => !this.#begin(folder));
    clearInterval(this.#timer);
    if (blind.length > 0) {
      // The limit on watches has been reached, or the file system does not support watching.
      this.#timer = setInterval(() => blind.forEach((folder) => this.#onChange(folder)), pollingMs);
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
