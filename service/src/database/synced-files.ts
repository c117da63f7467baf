import { NodeFS } from "@electric-sql/pglite/nodefs";
import fs from "node:fs";
import { join } from "node:path";

type Options = Parameters<NodeFS["init"]>[1];

/** The parts of PGlite's file system that are used here and missing in its types. */
interface MountedFiles {
  readonly NODEFS: {
    readonly stream_ops: { fsync?: (stream: { readonly nfd?: number }) => number };
  };
}

/**
 * Returns the parameters for PGlite's PostgreSQL: the defaults without `-F`, which disables syncing, and a sync method that
 * calls this code.
 */
export function syncedParameters(defaults: readonly string[]): string[] {
  return [...defaults.filter((parameter) => parameter !== "-F"), "-c", "fsync=on", "-c", "wal_sync_method=fsync"];
}

/**
 * A file system in a folder that syncs files to disk. Emscripten, with which PGlite is built, does not implement `fsync` for
 * files of Node, but reports success. Existing files are synced at the start, because they may have been written without
 * syncing.
 */
export class SyncedFiles extends NodeFS {
  override async init(...[pglite, options]: Parameters<NodeFS["init"]>): Promise<{ emscriptenOpts: Options }> {
    syncAll(this.rootDir);
    const { emscriptenOpts } = await super.init(pglite, options);
    const preRun = [emscriptenOpts.preRun ?? []].flat();
    const addSync = (module: unknown): void => {
      (module as MountedFiles).NODEFS.stream_ops.fsync = ({ nfd }) => {
        if (nfd !== undefined) {
          fs.fsyncSync(nfd); // folders have no `fsync`
        }
        return 0;
      };
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [addSync, ...preRun] } };
  }
}

/** Syncs all files and folders below a folder. */
function syncAll(folder: string): void {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      syncAll(path);
    } else if (entry.isFile()) {
      sync(path);
    }
  }
  sync(folder);
}

function sync(path: string): void {
  const file = fs.openSync(path, "r");
  try {
    fs.fsyncSync(file);
  } finally {
    fs.closeSync(file);
  }
}
