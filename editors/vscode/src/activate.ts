import * as vscode from "vscode";
import type { BaseLanguageClient, LanguageClientOptions } from "vscode-languageclient";
import { registerCommands } from "./commands.js";
import { CrashHandler } from "./crash-handler.js";
import { middleware, readSettings } from "./middleware.js";
import { RunningServer } from "./running-server.js";

/** Makes the client of a language server, which is not started yet. */
export type CreateClient = (options: LanguageClientOptions) => BaseLanguageClient | Promise<BaseLanguageClient>;

/**
 * Starts the language server and registers what both kinds of editors have, desktop and browser. Returns the server. It sees the
 * files of the given schemes; others are versions of files that an editor compares with them.
 */
export async function activateWith(
  context: vscode.ExtensionContext,
  createClient: CreateClient,
  fileSchemes: () => readonly string[],
): Promise<RunningServer> {
  const log = vscode.window.createOutputChannel("Ashlar", { log: true });
  const server = new RunningServer(() =>
    createClient({
      documentSelector: [...fileSchemes(), "untitled"].map((scheme) => ({ language: "stone", scheme })),
      initializationOptions: readSettings,
      outputChannel: log,
      errorHandler: new CrashHandler(),
      middleware,
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
