import { LSPClient, type LSPClientConfig, type Transport } from "@codemirror/lsp-client";
import type { PlaygroundRequests } from "../messages.js";

/** The timeout for requests in milliseconds. A worker that takes longer is replaced. */
const timeout = 10_000;

/** The language server, in a worker that is replaced if it crashes. */
export class Server {
  readonly client: LSPClient;
  readonly #onCrash: (reason: string) => void;
  #connection: Connection | undefined;

  constructor(config: LSPClientConfig, onCrash: (reason: string) => void) {
    this.#onCrash = onCrash;
    this.client = new LanguageClient({ ...config, timeout, rootUri: "file:///spec" });
  }

  /** Starts a worker, which replaces the previous one and opens the same files. */
  start(): void {
    if (this.#connection !== undefined) {
      this.#connection.close();
      this.client.disconnect();
    }
    const connection = new Connection((reason) => this.#crash(connection, reason));
    this.#connection = connection;
    this.client.connect(connection);
  }

  /** Sends a request. Returns the result. If the worker does not respond in time, it is replaced, and the request fails. */
  async request<Method extends keyof PlaygroundRequests>(
    method: Method,
    params: Parameters<PlaygroundRequests[Method]>[0],
  ): Promise<ReturnType<PlaygroundRequests[Method]>> {
    const connection = this.#connection;
    try {
      return await this.client.request(method, params);
    } catch (thrown) {
      if (connection !== undefined && thrown instanceof Error && thrown.message === "Request timed out") {
        this.#crash(connection, `it did not answer for ${timeout / 1000} seconds`);
      }
      throw thrown;
    }
  }

  #crash(connection: Connection, reason: string): void {
    if (this.#connection === connection) {
      this.start();
      this.#onCrash(reason);
    }
  }
}

/** A message of the protocol, as far as it is used here. */
interface Message {
  readonly jsonrpc: "2.0";
  readonly id?: number;
  readonly error?: object;
  readonly method?: string;
  readonly params?: { readonly capabilities?: { readonly textDocument?: { diagnostic?: unknown } } };
}

type Listener = (text: string) => void;

/** The connection to a worker. */
class Connection implements Transport {
  readonly #worker = new Worker("worker.js", { type: "module" });
  readonly #listeners = new Set<Listener>();
  /** The ids of the requests without a response. */
  readonly #pending = new Set<number>();

  constructor(onError: (reason: string) => void) {
    this.#worker.addEventListener("message", ({ data }: MessageEvent<Message>) => this.#receive(data));
    this.#worker.addEventListener("error", (event) => {
      event.preventDefault();
      onError(event.message === "" ? "it could not be loaded" : event.message);
    });
    this.#worker.postMessage([]); // the list of files on disk, which is empty, because all files are open
  }

  send(text: string): void {
    const message = JSON.parse(text) as Message;
    // The client announces that it pulls diagnostics, but never does.
    delete message.params?.capabilities?.textDocument?.diagnostic;
    if (message.id !== undefined && message.method !== undefined) {
      this.#pending.add(message.id);
    }
    this.#worker.postMessage(message);
  }

  subscribe(listener: Listener): void {
    this.#listeners.add(listener);
  }

  unsubscribe(listener: Listener): void {
    this.#listeners.delete(listener);
  }

  /** Ends the worker. Pending requests fail. */
  close(): void {
    this.#worker.terminate();
    for (const id of this.#pending) {
      const error = { code: canceled, message: "The worker has ended." };
      this.#receive({ jsonrpc: "2.0", id, error });
    }
  }

  #receive(message: Message): void {
    if (message.id !== undefined && message.method === undefined) {
      this.#pending.delete(message.id);
    }
    const text = JSON.stringify(message);
    this.#listeners.forEach((listener) => listener(text));
  }
}

/** Requests that the editor sends by itself while users type and point. They may have no result. */
const optionalMethods: readonly string[] = [
  "textDocument/completion",
  "textDocument/hover",
  "textDocument/signatureHelp",
];

/** Requests with positions in their results that the editor applies to the current text. */
const positionMethods: readonly string[] = ["textDocument/formatting", "textDocument/hover"];

/** The protocol's error code for canceled requests. */
const canceled = -32800;

/** The protocol's error code for requests whose document has changed. */
const contentModified = -32801;

/** The client of the language server. A request whose document has changed in the meantime has no positions as its result. */
export class LanguageClient extends LSPClient {
  override async request<Result>(method: string, params: unknown): Promise<Result> {
    const version = this.#versionOf(params);
    try {
      const result = await super.request<unknown, Result>(method, params);
      if (positionMethods.includes(method) && this.#versionOf(params) !== version) {
        throw Object.assign(new Error("The document has changed."), { code: contentModified });
      }
      return result;
    } catch (thrown) {
      if (optionalMethods.includes(method) && isOutdated(thrown)) {
        return null as Result; // the editor logs errors of these requests
      }
      throw thrown;
    }
  }

  #versionOf(params: unknown): number | undefined {
    const { textDocument } = params as { readonly textDocument?: { readonly uri: string } };
    return textDocument && this.workspace.getFile(textDocument.uri)?.version;
  }
}

/** Whether a request failed because it was canceled, or because its document has changed. Another one follows. */
export function isOutdated(thrown: unknown): boolean {
  return (
    typeof thrown === "object" &&
    thrown !== null &&
    "code" in thrown &&
    [canceled, contentModified].includes(Number(thrown.code))
  );
}
