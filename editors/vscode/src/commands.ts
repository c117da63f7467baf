import * as vscode from "vscode";
import { ExecuteCommandRequest } from "vscode-languageclient";
import { findFiles } from "./find-files.js";
import type { RunningServer } from "./running-server.js";

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

/** Formats all specifications of the workspace and saves those that had no unsaved changes. Says how many have changed. */
async function formatAll(): Promise<void> {
  const uris = await findFiles((name) => name.endsWith(".stone"));
  let changed = 0;
  for (const uri of uris) {
    const document = await vscode.workspace.openTextDocument(uri);
    const edits = await vscode.commands.executeCommand<vscode.TextEdit[] | undefined>(
      "vscode.executeFormatDocumentProvider",
      uri,
      { tabSize: 4, insertSpaces: true } satisfies vscode.FormattingOptions,
    );
    if (edits !== undefined && edits.length > 0) {
      const wasSaved = !document.isDirty;
      const edit = new vscode.WorkspaceEdit();
      edit.set(uri, edits);
      await vscode.workspace.applyEdit(edit);
      if (wasSaved) {
        await document.save();
      }
      changed++;
    }
  }
  const files = uris.length === 1 ? "1 file" : `${uris.length} files`;
  void vscode.window.showInformationMessage(`Formatted ${changed} of ${files}.`);
}

const scheme = "ashlar";

/** Read-only documents that are made by commands. The one of a name is replaced when it is shown again. */
class ShownDocuments implements vscode.Disposable, vscode.TextDocumentContentProvider {
  readonly #texts = new Map<string, string>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #registration = vscode.workspace.registerTextDocumentContentProvider(scheme, this);
  readonly onDidChange = this.#changed.event;

  /** Shows a text beside the active editor. The name, such as `Metadata.compiled.json`, decides its language. */
  async show(name: string, text: string): Promise<void> {
    const uri = vscode.Uri.from({ scheme, path: `/${name}` });
    this.#texts.set(uri.path, text);
    this.#changed.fire(uri);
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document, {
      viewColumn: vscode.ViewColumn.Beside,
      preserveFocus: true,
      preview: true,
    });
  }

  provideTextDocumentContent({ path }: vscode.Uri): string {
    return this.#texts.get(path) ?? "";
  }

  dispose(): void {
    this.#registration.dispose();
    this.#changed.dispose();
  }
}
