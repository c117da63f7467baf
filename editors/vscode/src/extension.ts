import type * as vscode from "vscode";
import { LanguageClient, TransportKind, type ServerOptions } from "vscode-languageclient/node";
import { activateWith } from "./activate.js";
import { askForServer, chosenInstallation } from "./server-choice.js";
import { registerTasks } from "./tasks.js";

/** The entry point on the desktop and in remote windows: the server is a process of its own. */
export async function activate(context: vscode.ExtensionContext): Promise<void> {
  context.subscriptions.push(registerTasks());
  const server = await activateWith(
    context,
    (options) => new LanguageClient("ashlar", "Ashlar", serverOptions(context), options),
    () => ["file"],
  );
  void askForServer(context).then((hasChanged) => (hasChanged ? server.restart() : undefined));
}

function serverOptions(context: vscode.ExtensionContext): ServerOptions {
  const installed = chosenInstallation(context);
  return installed === undefined
    ? { module: context.asAbsolutePath("dist/server/main.mjs"), transport: TransportKind.ipc }
    : { module: installed.main, args: ["lsp"], transport: TransportKind.ipc };
}
