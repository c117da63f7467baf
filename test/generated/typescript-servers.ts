import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { fileURLToPath, pathToFileURL } from "node:url";
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from "vscode-languageserver/node";

/** The place of a definition. Line and column are counted from 1. */
interface Definition {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** A language server of TypeScript with one open file. */
export interface TypeScriptServer {
  definitions(line: number, column: number): Promise<Definition[]>;
  stop(): void;
}

const { resolve } = createRequire(import.meta.url);

const tsserverOptions = ["--disableAutomaticTypingAcquisition", "--suppressDiagnosticEvents"];

/** Starts tsserver, the server of TypeScript 5, which speaks a protocol of its own. */
export function startTsserver(file: string): TypeScriptServer {
  const child = spawn(process.execPath, [resolve("typescript/lib/tsserver.js"), ...tsserverOptions], { stdio: ["pipe", "pipe", "inherit"] });
  const waiting = new Map<number, (definitions: Definition[]) => void>();
  createInterface(child.stdout).on("line", (line) => {
    if (line.startsWith("{")) {
      const { request_seq = 0, body } = JSON.parse(line) as { request_seq?: number; body?: DefinitionOfTsserver[] };
      waiting.get(request_seq)?.(
        (body ?? []).map(({ file, start }) => ({ file, line: start.line, column: start.offset })),
      );
    }
  });
  let seq = 0;
  const send = (command: string, args: object): number => {
    child.stdin.write(`${JSON.stringify({ seq: ++seq, type: "request", command, arguments: args })}\n`);
    return seq;
  };
  send("open", { file });
  return {
    definitions: (line, column) =>
      new Promise((done) => waiting.set(send("definition", { file, line, offset: column }), done)),
    stop: () => child.kill(),
  };
}

interface DefinitionOfTsserver {
  readonly file: string;
  readonly start: { readonly line: number; readonly offset: number };
}

/** Starts the server of TypeScript 7, which speaks the Language Server Protocol. */
export async function startTypeScript7(file: string, text: string, folder: string): Promise<TypeScriptServer> {
  const program = resolve("typescript-newest/package.json").replace("package.json", "bin/tsc");
  const child = spawn(process.execPath, [program, "--lsp", "--stdio"], { stdio: ["pipe", "pipe", "inherit"] });
  const connection = createMessageConnection(new StreamMessageReader(child.stdout), new StreamMessageWriter(child.stdin));
  connection.onRequest(() => null);
  connection.listen();
  const rootUri = pathToFileURL(folder).href;
  const uri = pathToFileURL(file).href;
  await connection.sendRequest("initialize", { processId: process.pid, rootUri, capabilities: {} });
  await connection.sendNotification("initialized", {});
  const textDocument = { uri, languageId: "typescript", version: 1, text };
  await connection.sendNotification("textDocument/didOpen", { textDocument });
  return {
    definitions: async (line, column) => {
      const position = { line: line - 1, character: column - 1 };
      const found = await connection.sendRequest<Location | Location[] | null>("textDocument/definition", {
        textDocument: { uri },
        position,
      });
      return [found ?? []].flat().map(({ uri, range: { start } }) => ({
        file: fileURLToPath(uri),
        line: start.line + 1,
        column: start.character + 1,
      }));
    },
    stop: () => {
      connection.dispose();
      child.kill();
    },
  };
}

interface Location {
  readonly uri: string;
  readonly range: { readonly start: { readonly line: number; readonly character: number } };
}
