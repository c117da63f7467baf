import * as vscode from "vscode";
import type { Location, Middleware, Position } from "vscode-languageclient";

/** The settings of the section `ashlar`, as the server takes them. Code of a workspace runs only if it is trusted. */
export function readSettings(): Record<string, unknown> {
  const { isTrusted } = vscode.workspace;
  const settings = vscode.workspace.getConfiguration("ashlar");
  return {
    ...(JSON.parse(JSON.stringify(settings)) as Record<string, unknown>),
    trustConfig: isTrusted && settings.get<boolean>("trustConfig", true),
  };
}

/** What is between the server and the editor. */
export const middleware: Middleware = {
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
