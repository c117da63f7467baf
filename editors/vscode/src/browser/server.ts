import { BrowserMessageReader, BrowserMessageWriter, createConnection } from "vscode-languageserver/browser";
import { serve } from "../../../../src/cli/lsp/server.js";
import { receiveFiles, type SentFile } from "./files.js";

/* The language server in a worker. The first message has the files of the workspace; all others are those of the protocol. */

/** The scope of the worker, which has the methods of one end of a channel. */
const worker = self as unknown as MessagePort;
worker.addEventListener(
  "message",
  ({ data }: MessageEvent<readonly SentFile[]>) => {
    receiveFiles(data);
    const connection = createConnection(new BrowserMessageReader(worker), new BrowserMessageWriter(worker));
    connection.onNotification("ashlar/files", ({ files }: { readonly files: readonly SentFile[] }) => {
      receiveFiles(files);
    });
    serve(connection);
  },
  { once: true },
);
