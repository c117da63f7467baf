import { connect } from "node:net";
import { setFlagsFromString } from "node:v8";
import {
  createConnection,
  IPCMessageReader,
  IPCMessageWriter,
  StreamMessageReader,
  StreamMessageWriter,
  type Connection,
} from "vscode-languageserver/node";
import { FolderWatch } from "../../project/watch.js";
import { listFolders } from "../../project/inputs.js";
import { isFolder } from "../../project/paths.js";
import { serve } from "./server.js";
import type { WatchDisk } from "./session.js";

/** The connection to the editor. */
type Transport = { readonly kind: "stdio" | "ipc" } | { readonly kind: "socket"; readonly port: number };

/**
 * The percentage by which the heap may grow beyond the memory in use before garbage is collected. A server runs for
 * hours next to an editor, and with the default, large workspaces would take twice the memory of their data.
 */
const garbage = 15;

/** Serves an editor until it requests the exit or its process has ended. */
export function runServer(transport: Transport): void {
  setFlagsFromString(`--heap-growing-percent=${garbage}`);
  // The comparison is loaded only for configurations with a baseline revision.
  serve(connectTo(transport), {
    readBaseline: async (loaded) =>
      loaded.config.compat?.against === undefined ? undefined : (await import("./baseline.js")).readBaseline(loaded),
    watch: watchDisk,
  });
}

function connectTo(transport: Transport): Connection {
  switch (transport.kind) {
    case "stdio":
      return createConnection(process.stdin, process.stdout);
    case "ipc":
      return createConnection(new IPCMessageReader(process), new IPCMessageWriter(process));
    case "socket": {
      const socket = connect(transport.port);
      return createConnection(new StreamMessageReader(socket), new StreamMessageWriter(socket));
    }
  }
}

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
