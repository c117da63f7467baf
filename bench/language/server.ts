import { spawn, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import {
  createMessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
  type Diagnostic,
  type MessageConnection,
  type Position,
} from "vscode-languageserver/node";
import type { SourceFile } from "../../src/source/source.js";
import { answer } from "../child.js";
import { repository } from "../measured-api.js";

/** A part of a document that is replaced by a text. Offsets are in UTF-16 code units. */
export interface Change {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

interface Published {
  readonly diagnostics: readonly Diagnostic[];
}

/** A language server in a separate process, as editors start it. */
export class LanguageServer {
  readonly #child: ChildProcess;
  readonly #connection: MessageConnection;
  readonly #folder: string;
  /** The texts of open documents by path, which is relative to the folder. */
  readonly #texts = new Map<string, string>();
  /** The listeners for published diagnostics. Each removes itself when it has received the ones that it waits for. */
  readonly #waiting = new Set<(published: Published) => void>();
  #version = 1;
  #isStopped = false;

  private constructor(child: ChildProcess, connection: MessageConnection, folder: string) {
    this.#child = child;
    this.#connection = connection;
    this.#folder = folder;
    connection.onNotification("textDocument/publishDiagnostics", (published: Published) => {
      this.#waiting.forEach((take) => {
        take(published);
      });
    });
  }

  /** Starts a server that is not initialized yet. `probe` is the path of the bundle of `probe.ts`. */
  static async start(probe: string, folder: string): Promise<LanguageServer> {
    const program = join(repository, "dist/cli/main.js");
    const child = spawn(process.execPath, ["--expose-gc", "--import", pathToFileURL(probe).href, program, "lsp"], {
      stdio: ["pipe", "pipe", "inherit", "ipc"],
    });
    const { stdin, stdout } = child;
    if (stdin === null || stdout === null) {
      throw new Error("The server has no standard input and output.");
    }
    const connection = createMessageConnection(new StreamMessageReader(stdout), new StreamMessageWriter(stdin));
    connection.listen();
    const server = new LanguageServer(child, connection, folder);
    await server.longestTurn(); // answered when all modules are loaded
    return server;
  }

  async initialize(): Promise<void> {
    const workspaceFolders = [{ uri: pathToFileURL(this.#folder).href, name: "bench" }];
    await this.request("initialize", {
      processId: process.pid,
      rootUri: null,
      workspaceFolders,
      capabilities: {},
    });
    this.#notify("initialized", {});
  }

  request<Result>(method: string, params: object): Promise<Result> {
    return this.#connection.sendRequest(method, params);
  }

  /** Resolves when diagnostics are published for which `isWanted` returns true. */
  published(isWanted: (diagnostics: readonly Diagnostic[]) => boolean): Promise<void> {
    return new Promise((resolve) => {
      const take = ({ diagnostics }: Published): void => {
        if (isWanted(diagnostics)) {
          this.#waiting.delete(take);
          resolve();
        }
      };
      this.#waiting.add(take);
    });
  }

  open({ path, text }: SourceFile): void {
    this.#texts.set(path, text);
    this.#notify("textDocument/didOpen", {
      textDocument: { uri: this.uri(path), languageId: "stone", version: this.#version, text },
    });
  }

  change(path: string, { start, end, text }: Change): void {
    const before = this.text(path);
    const range = { start: positionAt(before, start), end: positionAt(before, end) };
    this.#texts.set(path, before.slice(0, start) + text + before.slice(end));
    this.#notify("textDocument/didChange", {
      textDocument: { uri: this.uri(path), version: ++this.#version },
      contentChanges: [{ range, text }],
    });
  }

  /** Returns the text of an open document. */
  text(path: string): string {
    return this.#texts.get(path) ?? "";
  }

  uri(path: string): string {
    return pathToFileURL(join(this.#folder, path)).href;
  }

  /** Returns the size of the heap after a garbage collection, in MB. */
  memory(): Promise<number> {
    return this.#ask("memory");
  }

  /** Returns the longest turn of the event loop since the last call, in milliseconds. */
  longestTurn(): Promise<number> {
    return this.#ask("turn");
  }

  stop(): void {
    this.#isStopped = true;
    this.#connection.dispose();
    this.#child.kill();
  }

  async #ask(question: string): Promise<number> {
    const answered = answer(this.#child);
    this.#child.send(question);
    return (await answered) as number;
  }

  #notify(method: string, params: object): void {
    this.#connection.sendNotification(method, params).catch((thrown: unknown) => {
      // A server that is stopped may not have read the last notifications.
      if (!this.#isStopped) {
        throw thrown;
      }
    });
  }
}

/** Returns the position in the protocol of an offset. */
export function positionAt(text: string, offset: number): Position {
  let line = 0;
  let lineStart = 0;
  for (let end = text.indexOf("\n"); end !== -1 && end < offset; end = text.indexOf("\n", lineStart)) {
    line++;
    lineStart = end + 1;
  }
  return { line, character: offset - lineStart };
}
