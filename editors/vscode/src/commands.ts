import * as vscode from "vscode";
import { ExecuteCommandRequest } from "vscode-languageclient";
import { formatAll } from "./format-all.js";
import type { RunningServer } from "./running-server.js";
import { ShownDocuments } from "./shown-documents.js";

/** What the server answers to commands that show something. */
interface ServerDocument {
  readonly languageId: "json" | "typescript";
  readonly text: string;
}

/** The commands that show what is under the cursor: those of the server, and what there is nothing of. */
const views = {
  "ashlar.viewIr": { command: "ashlar.showIr", suffix: "compiled", nothing: "There is no definition at the cursor." },
  "ashlar.viewWire": {
    command: "ashlar.showWire",
    suffix: "examples",
    nothing: "There are no examples for this name.",
  },
  "ashlar.viewTypeScript": {
    command: "ashlar.showTypeScript",
    suffix: "generated",
    nothing: "Nothing is generated for this name.",
  },
} as const;

/** Registers the commands of the extension. */
export function registerCommands(
  context: vscode.ExtensionContext,
  server: RunningServer,
  log: vscode.LogOutputChannel,
): void {
  const documents = new ShownDocuments();
  const register = (command: string, run: () => unknown): vscode.Disposable =>
    vscode.commands.registerCommand(command, run);
  context.subscriptions.push(
    documents,
    ...Object.entries(views).map(([command, view]) => register(command, () => showAtCursor(view, server, documents))),
    register("ashlar.check", () => check(server)),
    register("ashlar.formatAll", formatAll),
    register("ashlar.restartServer", () => server.restart()),
    register("ashlar.showLog", () => {
      log.show();
    }),
  );
}

type View = (typeof views)[keyof typeof views];

async function showAtCursor(view: View, server: RunningServer, documents: ShownDocuments): Promise<void> {
  const { client } = server;
  const editor = vscode.window.activeTextEditor;
  if (client === undefined || editor === undefined) {
    void vscode.window.showWarningMessage("The language server is not running.");
    return;
  }
  const { document, selection } = editor;
  const { uri } = client.code2ProtocolConverter.asTextDocumentIdentifier(document);
  const position = client.code2ProtocolConverter.asPosition(selection.active);
  const shown = (await client.sendRequest(ExecuteCommandRequest.type, {
    command: view.command,
    arguments: [uri, position],
  })) as ServerDocument | null;
  if (shown === null) {
    void vscode.window.showInformationMessage(view.nothing);
    return;
  }
  const word = document.getWordRangeAtPosition(selection.active);
  const name = word === undefined ? "definition" : document.getText(word);
  await documents.show(`${name}.${view.suffix}.${shown.languageId === "json" ? "json" : "ts"}`, shown.text);
}

/** Makes the server read all files again, shows the list of problems, and counts them. */
async function check(server: RunningServer): Promise<void> {
  const { client } = server;
  if (client === undefined) {
    void vscode.window.showWarningMessage("The language server is not running.");
    return;
  }
  await client.sendRequest(ExecuteCommandRequest.type, { command: "ashlar.restart", arguments: [] });
  await vscode.commands.executeCommand("workbench.actions.view.problems");
}
