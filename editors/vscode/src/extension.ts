import { existsSync } from "node:fs";
import { join } from "node:path";
import * as vscode from "vscode";
import { LanguageClient, TransportKind, type ServerOptions } from "vscode-languageclient/node";
import { activateWith } from "./activate.js";
import { askForServer, chosenInstallation } from "./server-choice.js";

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

const taskType = "ashlar";

const taskCommands = ["check", "lint", "generate", "generate --watch"] as const;

type Command = (typeof taskCommands)[number];

/** Offers the commands of Ashlar as tasks, in each folder of the workspace. */
function registerTasks(): vscode.Disposable {
  return vscode.tasks.registerTaskProvider(taskType, {
    provideTasks: () =>
      (vscode.workspace.workspaceFolders ?? []).flatMap((folder) =>
        taskCommands.map((command) => taskFor({ type: taskType, command }, folder, command)),
      ),
    resolveTask: ({ definition, scope }) => {
      const command = taskCommands.find((name) => name === definition["command"]);
      const folder = isFolder(scope) ? scope : vscode.workspace.workspaceFolders?.[0];
      return command === undefined || folder === undefined ? undefined : taskFor(definition, folder, command);
    },
  });
}

function isFolder(scope: vscode.Task["scope"]): scope is vscode.WorkspaceFolder {
  return typeof scope === "object";
}

function taskFor(definition: vscode.TaskDefinition, folder: vscode.WorkspaceFolder, command: Command): vscode.Task {
  // An installed Ashlar runs at once; npx would ask the registry for one that is not there.
  const isInstalled = existsSync(join(folder.uri.fsPath, "node_modules", "ashlar"));
  const args = ["ashlar", ...command.split(" ")];
  const execution = new vscode.ShellExecution("npx", isInstalled ? ["--no-install", ...args] : args, {
    cwd: folder.uri.fsPath,
  });
  const isWatch = command === "generate --watch";
  // What a watch has reported would stay after it is mended. The language server shows the same problems.
  const task = new vscode.Task(definition, folder, command, taskType, execution, isWatch ? [] : "$ashlar");
  task.isBackground = isWatch;
  task.group = command === "check" ? vscode.TaskGroup.Test : vscode.TaskGroup.Build;
  return task;
}
