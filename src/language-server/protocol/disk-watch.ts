import { FolderWatch } from "../../project/folder-watch.js";
import { listFolders } from "../../project/inputs.js";
import { isFolder } from "../../project/is-folder.js";

/** Watches folders recursively. Returns a function that stops watching. */
export type WatchDisk = (
  folders: readonly string[],
  /** Receives the path that may have changed, and whether a folder has come or gone there. */
  onChange: (path: string, isFolderChange: boolean) => void,
) => Promise<() => void>;

/** Watches folders for the changes on disk that the client does not report (LSP-3). */
export const watchDisk: WatchDisk = async (folders, onChange) => {
  const watches: FolderWatch[] = [];
  for (const folder of folders) {
    const watch = new FolderWatch(folder, (path) => {
      const isFolderChange = isFolder(path) !== watch.has(path);
      if (isFolderChange) {
        void update();
      }
      onChange(path, isFolderChange);
    });
    const update = async (): Promise<void> => {
      watch.watch(await listFolders({ files: [], folders: [folder] }));
    };
    watches.push(watch);
    await update();
  }
  return () => {
    watches.forEach((watch) => {
      watch.close();
    });
  };
};
