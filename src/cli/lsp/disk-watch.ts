import { FolderWatch } from "../../project/folder-watch.js";
import { listFolders } from "../../project/inputs.js";
import { isFolder } from "../../project/is-folder.js";

/**
 * Watches folders recursively, for clients that do not watch files (LSP-3). Calls `onChange` with the path that may
 * have changed. Returns a function that stops watching.
 */
export async function watchDisk(folders: readonly string[], onChange: (path: string) => void): Promise<() => void> {
  const watches: FolderWatch[] = [];
  for (const folder of folders) {
    const watch = new FolderWatch(folder, (path) => {
      onChange(path);
      if (isFolder(path)) {
        void update();
      }
    });
    const update = async (): Promise<void> => {
      watch.watch(await listFolders({ files: [], folders: [folder] }));
    };
    await update();
    watches.push(watch);
  }
  return () => {
    watches.forEach((watch) => {
      watch.close();
    });
  };
}
