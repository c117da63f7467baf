import { BrowserMessageReader, BrowserMessageWriter, createConnection } from "vscode-languageserver/browser";
import { serve } from "../server.js";
import type { Session } from "../session.js";
import { receiveFiles, type SentFile } from "./files.js";

/**
 * Runs the language server in a worker. The first message contains the files that the server would read from a disk;
 * all others are messages of the protocol. `register` adds requests.
 */
export function startServer(register: (session: Session) => void = () => undefined): void {
  // The global scope of a worker has the methods of a message port.
  const worker = self as unknown as MessagePort;
  worker.addEventListener(
    "message",
    ({ data }: MessageEvent<readonly SentFile[]>) => {
      receiveFiles(data);
      const connection = createConnection(new BrowserMessageReader(worker), new BrowserMessageWriter(worker));
      connection.onNotification("ashlar/files", ({ files }: { readonly files: readonly SentFile[] }) => {
        receiveFiles(files);
      });
      register(serve(connection));
    },
    { once: true },
  );
}
