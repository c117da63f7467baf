import * as vscode from "vscode";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** An Ashlar that is installed in a folder. */
interface InstalledAshlar {
  readonly version: string;
  /** The module that runs its commands. */
  readonly main: string;
}

/** The first version with the language server that this extension works with. */
const oldest = [0, 2];

/** The Ashlar in `node_modules` of a folder; undefined if there is none, or one that is too old. */
function findInstalledAshlar(folder: string): InstalledAshlar | undefined {
  const root = join(folder, "node_modules", "ashlar");
  try {
    const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { readonly version?: unknown };
    return typeof version === "string" && isAtLeast(version, oldest)
      ? { version, main: join(root, "dist", "cli", "main.js") }
      : undefined;
  } catch {
    return undefined;
  }
}

function isAtLeast(version: string, least: readonly number[]): boolean {
  const numbers = version.split(/[.-]/).map(Number);
  const different = least.findIndex((number, index) => number !== numbers[index]);
  return different === -1 || (numbers[different] ?? 0) > (least[different] ?? 0);
}

const answerKey = "ashlar.usesWorkspaceServer";

/**
 * The Ashlar of the workspace, if its server is to run; undefined for the server of the extension. Code of a workspace that is
 * not trusted is never run.
 */
export function chosenInstallation(context: vscode.ExtensionContext): InstalledAshlar | undefined {
  const setting = vscode.workspace.getConfiguration("ashlar").get<string>("server", "ask");
  const isWanted = setting === "workspace" || (setting === "ask" && context.workspaceState.get(answerKey) === true);
  return isWanted ? installedInWorkspace() : undefined;
}

/** Asks, once for each workspace that has Ashlar installed, which server to run. Resolves to whether the choice has changed. */
export async function askForServer(context: vscode.ExtensionContext): Promise<boolean> {
  const setting = vscode.workspace.getConfiguration("ashlar").get<string>("server", "ask");
  const installed = installedInWorkspace();
  if (setting !== "ask" || installed === undefined || context.workspaceState.get(answerKey) !== undefined) {
    return false;
  }
  const use = `Use ${installed.version}`;
  const answer = await vscode.window.showInformationMessage(
    `This workspace has Ashlar ${installed.version} installed. Use its language server instead of the one in the extension?`,
    use,
    "Use the Extension's",
  );
  if (answer === undefined) {
    return false;
  }
  await context.workspaceState.update(answerKey, answer === use);
  return answer === use;
}

function installedInWorkspace(): InstalledAshlar | undefined {
  if (!vscode.workspace.isTrusted) {
    return undefined;
  }
  for (const { uri } of vscode.workspace.workspaceFolders ?? []) {
    const found = uri.scheme === "file" ? findInstalledAshlar(uri.fsPath) : undefined;
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}
