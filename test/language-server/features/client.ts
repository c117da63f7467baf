import { watchDisk } from "../../../src/language-server/protocol/run-server.js";
import { PassThrough } from "node:stream";
import {
  createMessageConnection,
  ResponseError,
  StreamMessageReader,
  StreamMessageWriter,
  type MessageConnection,
} from "vscode-languageserver/node";
import { createConnection } from "vscode-languageserver/node";
import type { Loose } from "./loose.js";
import { readBaseline } from "../../../src/language-server/protocol/baseline.js";
import { serve } from "../../../src/language-server/protocol/server.js";

/** What a client of the tests can do. */
export const fullCapabilities = {
  workspace: {
    applyEdit: true,
    configuration: true,
    workspaceFolders: true,
    workspaceEdit: {
      documentChanges: true,
      resourceOperations: ["create", "rename", "delete"],
      changeAnnotationSupport: {},
    },
    didChangeWatchedFiles: { dynamicRegistration: true },
  },
  textDocument: {
    synchronization: { didSave: true },
    completion: { completionItem: { documentationFormat: ["markdown"] } },
    hover: { contentFormat: ["markdown", "plaintext"] },
    definition: { linkSupport: true },
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
    codeAction: { resolveSupport: { properties: ["edit"] }, dataSupport: true },
    rename: { prepareSupport: true, honorsChangeAnnotations: true },
    publishDiagnostics: { relatedInformation: true, tagSupport: { valueSet: [1, 2] }, versionSupport: true },
  },
};

export interface PublishedDiagnostic {
  readonly range: { readonly start: { readonly line: number }; readonly end: { readonly line: number } };
  readonly severity: number;
  readonly code: string;
  readonly source: string;
  readonly message: string;
}

/** The answer to a request: its result, or the error. */
export type Answer =
  | { readonly result: Loose; readonly error?: undefined }
  | { readonly error: ResponseError; readonly result?: undefined };

/** A client with a server of its own, in this process. */
export class Client {
  /** By URI. */
  readonly diagnostics = new Map<string, readonly PublishedDiagnostic[]>();
  /** What the server has asked to show. */
  readonly messages: string[] = [];
  /** The methods of the requests that the server has sent. */
  readonly requests: string[] = [];
  /** The documents that the server has asked to show. */
  readonly shown: Loose[] = [];
  capabilities: Loose;
  readonly #connection: MessageConnection;
  #listeners: (() => void)[] = [];

  constructor() {
    const toServer = new PassThrough();
    const toClient = new PassThrough();
    serve(createConnection(new StreamMessageReader(toServer), new StreamMessageWriter(toClient)), {
      readBaseline,
      watch: watchDisk,
    });
    this.#connection = createMessageConnection(new StreamMessageReader(toClient), new StreamMessageWriter(toServer));
    this.#connection.onNotification("textDocument/publishDiagnostics", ({ uri, diagnostics }) => {
      this.diagnostics.set(uri, diagnostics);
      this.#listeners.forEach((listener) => {
        listener();
      });
    });
    this.#connection.onRequest((method, params: Loose) => {
      this.requests.push(method);
      if (method === "window/showMessageRequest") {
        this.messages.push(params.message);
      }
      if (method === "window/showDocument") {
        this.shown.push(params);
        return { success: true };
      }
      return method === "workspace/configuration" ? params.items.map(() => null) : null;
    });
    this.#connection.listen();
  }

  async initialize(rootUri: string | null, capabilities: object): Promise<void> {
    const workspaceFolders = rootUri === null ? null : [{ uri: rootUri, name: "test" }];
    const { result } = await this.request("initialize", { processId: null, rootUri, workspaceFolders, capabilities });
    this.capabilities = result.capabilities;
    this.notify("initialized", {});
  }

  async request(method: string, params?: unknown): Promise<Answer> {
    try {
      return { result: await this.#connection.sendRequest(method, params) };
    } catch (thrown) {
      if (thrown instanceof ResponseError) {
        return { error: thrown };
      }
      throw thrown;
    }
  }

  notify(method: string, params: unknown): void {
    void this.#connection.sendNotification(method, params);
  }

  /** Waits until something holds, and still does after a while: at most 4 s. */
  async until(holds: () => boolean, lasting = 300): Promise<boolean> {
    const end = Date.now() + 4000;
    while (Date.now() < end) {
      if (holds()) {
        await wait(lasting);
        if (holds()) {
          return true;
        }
      }
      await Promise.race([wait(50), new Promise<void>((resolve) => (this.#listeners = [resolve]))]);
    }
    return false;
  }

  dispose(): void {
    this.#connection.dispose();
  }
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
