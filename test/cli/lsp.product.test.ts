import { spawn } from "node:child_process";
import { once } from "node:events";
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from "vscode-languageserver/node";
import { describe, expect, test } from "vitest";

/** A server in a process of its own. */
function startServer(options: readonly string[] = []) {
  const child = spawn(process.execPath, ["dist/cli/main.js", "lsp", ...options], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const connection = createMessageConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  connection.listen();
  const exitCode = once(child, "exit").then(([code]) => code as unknown);
  return { connection, exitCode };
}

const initialize = { processId: process.pid, rootUri: null, capabilities: {} };

describe("ashlar lsp", () => {
  test("LSP-6: ashlar lsp refuses requests before it is initialized, and exits with 0 after a shutdown", async () => {
    const { connection, exitCode } = startServer();
    await expect(connection.sendRequest("textDocument/hover", {})).rejects.toMatchObject({ code: -32002 });
    const result = await connection.sendRequest("initialize", initialize);
    expect(result).toMatchObject({ capabilities: { hoverProvider: true }, serverInfo: { name: "ashlar" } });
    await expect(connection.sendRequest("stone/unknown", {})).rejects.toMatchObject({ code: -32601 });
    await connection.sendRequest("shutdown");
    await expect(connection.sendRequest("textDocument/hover", {})).rejects.toMatchObject({ code: -32600 });
    await connection.sendNotification("exit");
    expect(await exitCode).toBe(0);
  });

  test("ashlar lsp starts with the options that the client library of Visual Studio Code adds", async () => {
    const { connection, exitCode } = startServer(["--stdio", `--clientProcessId=${process.pid}`]);
    await connection.sendRequest("initialize", initialize);
    await connection.sendRequest("shutdown");
    await connection.sendNotification("exit");
    expect(await exitCode).toBe(0);
  });

  test("LSP-6: ashlar lsp exits with 1 without a shutdown", async () => {
    const { connection, exitCode } = startServer();
    await connection.sendRequest("initialize", initialize);
    await connection.sendNotification("exit");
    expect(await exitCode).toBe(1);
  });
});
