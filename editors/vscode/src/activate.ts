import * as vscode from "vscode";
import {
  type BaseLanguageClient,
  CloseAction,
  type CloseHandlerResult,
  ErrorAction,
  type ErrorHandler,
  type ErrorHandlerResult,
  type LanguageClientOptions,
  type Location,
  type Middleware,
  type Position,
} from "vscode-languageclient";
import { registerCommands } from "./commands.js";
import { RunningServer } from "./running-server.js";

/** The settings of the section `ashlar`, as the server takes them. Code of a workspace runs only if it is trusted. */
function readSettings(): Record<string, unknown> {
  const { isTrusted } = vscode.workspace;
  const settings = vscode.workspace.getConfiguration("ashlar");
  return {
    ...(JSON.parse(JSON.stringify(settings)) as Record<string, unknown>),
    trustConfig: isTrusted && settings.get<boolean>("trustConfig", true),
  };
}

/** What is between the server and the editor. */
const middleware: Middleware = {
  workspace: {
    configuration: ({ items }) => items.map(({ section }) => (section === "ashlar" ? readSettings() : null)),
  },
  resolveCodeLens: async (lens, token, next) => {
    const resolved = await next(lens, token);
    if (resolved?.command !== undefined) {
      resolved.command = withEditorTypes(resolved.command);
    }
    return resolved;
  },
};

/** The command that lists references, with arguments of the types that the editor demands instead of JSON. */
function withEditorTypes(command: vscode.Command): vscode.Command {
  if (command.command !== "editor.action.showReferences") {
    return command;
  }
  const [uri, position, locations] = command.arguments as [string, Position, Location[]];
  const toPosition = ({ line, character }: Position): vscode.Position => new vscode.Position(line, character);
  const toLocation = ({ uri: of, range }: Location): vscode.Location =>
    new vscode.Location(vscode.Uri.parse(of), new vscode.Range(toPosition(range.start), toPosition(range.end)));
  return { ...command, arguments: [vscode.Uri.parse(uri), toPosition(position), locations.map(toLocation)] };
}

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

const limit = 4;

/** In milliseconds. */
const period = 3 * 60_000;

/** Restarts the server after a crash, up to four times in three minutes, and says so. */
class CrashHandler implements ErrorHandler {
  #crashes: number[] = [];

  /** Messages to a server that has crashed cannot be delivered. The end of the connection is reported after that. */
  error(): ErrorHandlerResult {
    return { action: ErrorAction.Continue, handled: true };
  }

  closed(): CloseHandlerResult {
    const now = Date.now();
    this.#crashes = [...this.#crashes.filter((time) => now - time < period), now];
    const mayRestart = this.#crashes.length <= limit;
    const message = mayRestart
      ? "The Ashlar language server crashed and is being restarted."
      : `The Ashlar language server crashed ${this.#crashes.length} times in three minutes and is not restarted.`;
    void showWithLog(message);
    return { action: mayRestart ? CloseAction.Restart : CloseAction.DoNotRestart, message, handled: true };
  }
}

async function showWithLog(message: string): Promise<void> {
  const show = "Show Log";
  if ((await vscode.window.showWarningMessage(message, show)) === show) {
    await vscode.commands.executeCommand("ashlar.showLog");
  }
}
