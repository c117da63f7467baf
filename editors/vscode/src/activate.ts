import * as vscode from "vscode";
import type { BaseLanguageClient, LanguageClientOptions } from "vscode-languageclient";
import { registerCommands } from "./commands.js";
import { CrashHandler } from "./crash-handler.js";
import { middleware, readSettings } from "./middleware.js";
import { RunningServer } from "./running-server.js";

/** Makes the client of a language server, which is not started yet. */
export type CreateClient = (options: LanguageClientOptions) => BaseLanguageClient | Promise<BaseLanguageClient>;

/** Starts the language server and registers what both kinds of editors have, desktop and browser. Returns the server. */
export async function activateWith(
  context: vscode.ExtensionContext,
  createClient: CreateClient,
  more: Partial<LanguageClientOptions> = {},
): Promise<RunningServer> {
  const log = vscode.window.createOutputChannel("Ashlar", { log: true });
  const server = new RunningServer(() =>
    createClient({
      documentSelector: [{ language: "stone" }],
      initializationOptions: readSettings,
      outputChannel: log,
      errorHandler: new CrashHandler(),
      middleware,
      ...more,
    }),
  );
  context.subscriptions.push(log, server);
  registerCommands(context, server, log);
  context.subscriptions.push(
    vscode.workspace.onDidGrantWorkspaceTrust(() => server.settingsChanged()),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("ashlar.server")) {
        void server.restart();
      } else if (change.affectsConfiguration("ashlar")) {
        void server.settingsChanged();
      }
    }),
  );
  await server.start();
  return server;
}
