import { existsSync } from "node:fs";
import { join } from "node:path";
import * as vscode from "vscode";

const type = "ashlar";

const commands = ["check", "lint", "generate", "generate --watch"] as const;

type Command = (typeof commands)[number];

/** Offers the commands of Ashlar as tasks, in each folder of the workspace. */
export function registerTasks(): vscode.Disposable {
  return vscode.tasks.registerTaskProvider(type, {
    provideTasks: () =>
      (vscode.workspace.workspaceFolders ?? []).flatMap((folder) =>
        commands.map((command) => taskFor({ type, command }, folder, command)),
      ),
    resolveTask: ({ definition, scope }) => {
      const command = commands.find((known) => known === definition["command"]);
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
  const task = new vscode.Task(definition, folder, command, type, execution, isWatch ? [] : "$ashlar");
  task.isBackground = isWatch;
  task.group = command === "check" ? vscode.TaskGroup.Test : vscode.TaskGroup.Build;
  return task;
}
