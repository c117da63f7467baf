import type {
  ChangeAnnotation,
  RenameFile,
  TextDocumentEdit,
  TextEdit as LspTextEdit,
  WorkspaceEdit,
} from "vscode-languageserver";
import type { TextEdit } from "../../language/edits/text-edit.js";
import type { Snapshot } from "../../language/project.js";
import type { Session } from "./session.js";

interface Extras {
  /** Set if the edit has to be confirmed: what it changes. */
  readonly needsConfirmation?: string | undefined;
  readonly renamedFiles?: readonly { readonly from: string; readonly to: string }[];
}

const annotationId = "wire";

/** Edits in the form that the client understands, for the versions of the documents that they were made for. */
export function toWorkspaceEdit(
  edits: readonly TextEdit[],
  snapshot: Snapshot,
  session: Session,
  { needsConfirmation, renamedFiles = [] }: Extras = {},
): WorkspaceEdit {
  const byPath = new Map<string, LspTextEdit[]>();
  for (const edit of edits) {
    const list = byPath.get(edit.path) ?? [];
    byPath.set(edit.path, list);
    list.push({
      range: session.rangeOf(snapshot, edit),
      newText: session.withLineEnds(snapshot, edit.path, edit.text),
    });
  }
  const { workspaceEdit } = session.capabilities.workspace ?? {};
  if (workspaceEdit?.documentChanges !== true) {
    return { changes: Object.fromEntries([...byPath].map(([path, list]) => [session.uriOf(path), list])) };
  }
  const isAnnotated = needsConfirmation !== undefined && workspaceEdit.changeAnnotationSupport !== undefined;
  const documentChanges: (TextDocumentEdit | RenameFile)[] = [...byPath].map(([path, list]) => ({
    textDocument: { uri: session.uriOf(path), version: session.documents.get(path)?.version ?? null },
    edits: isAnnotated ? list.map((edit) => ({ ...edit, annotationId })) : list,
  }));
  if (workspaceEdit.resourceOperations?.includes("rename") === true) {
    for (const { from, to } of renamedFiles) {
      documentChanges.push({ kind: "rename", oldUri: session.uriOf(from), newUri: to });
    }
  }
  const annotation: ChangeAnnotation = {
    label: `changes the wire: ${needsConfirmation ?? ""}`,
    needsConfirmation: true,
  };
  return { documentChanges, ...(isAnnotated ? { changeAnnotations: { [annotationId]: annotation } } : {}) };
}
