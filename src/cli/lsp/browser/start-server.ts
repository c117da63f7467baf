import { BrowserMessageReader, BrowserMessageWriter, createConnection } from "vscode-languageserver/browser";
import { serve } from "../server.js";
import type { Session } from "../session.js";
import { receiveFiles, type SentFile } from "./files.js";

/**
 * Runs the language server in a worker. The first message has the files that it would read from a disk; all others are those
 * of the protocol. `register` adds requests.
 */
export function startServer(register: (session: Session) => void = () => undefined): void {
  // The scope of the worker has the methods of one end of a channel.
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
