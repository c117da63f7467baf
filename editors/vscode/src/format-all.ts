import * as vscode from "vscode";
import { findFiles } from "./find-files.js";

/** Formats all specifications of the workspace and saves those that had no unsaved changes. Says how many have changed. */
export async function formatAll(): Promise<void> {
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
