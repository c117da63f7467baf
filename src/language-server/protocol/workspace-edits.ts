import type {
  ChangeAnnotation,
  CreateFile,
  RenameFile,
  TextDocumentEdit,
  TextEdit as LspTextEdit,
  SnippetTextEdit,
  WorkspaceEdit,
} from "vscode-languageserver";
import type { Action } from "../features/actions/action.js";
import type { TextEdit } from "../features/edits/text-edit.js";
import type { Snapshot } from "../features/project.js";
import type { Session } from "./session.js";

interface Extras {
  /** A description of the edit's effects if the user has to confirm them. */
  readonly needsConfirmation?: string | undefined;
  /** The file to create. Only for clients that can create files. */
  readonly newFile?: Action["newFile"] | undefined;
  readonly renamedFiles?: readonly { readonly from: string; readonly to: string }[];
  /** The placeholder in the inserted text, for clients that support snippets. */
  readonly placeholder?: string | undefined;
}

const annotationId = "wire";

export function canCreateFiles({ capabilities: { workspace } }: Session): boolean {
  const { documentChanges, resourceOperations } = workspace?.workspaceEdit ?? {};
  return documentChanges === true && resourceOperations?.includes("create") === true;
}

/**
 * Converts edits to the format that the client supports. They apply only to the document versions that they were made
 * for.
 */
export function toWorkspaceEdit(
  edits: readonly TextEdit[],
  snapshot: Snapshot,
  session: Session,
  { needsConfirmation, newFile, renamedFiles = [], placeholder }: Extras = {},
): WorkspaceEdit {
  const byPath = new Map<string, LspTextEdit[]>();
  for (const edit of edits) {
    const list = byPath.get(edit.path) ?? [];
    byPath.set(edit.path, list);
    list.push({
      range: session.rangeOf(snapshot, edit),
      newText: session.withLineEndings(snapshot, edit.path, edit.text),
    });
  }
  const { workspaceEdit } = session.capabilities.workspace ?? {};
  if (workspaceEdit?.documentChanges !== true) {
    return { changes: Object.fromEntries([...byPath].map(([path, list]) => [session.uriOf(path), list])) };
  }
  const isAnnotated = needsConfirmation !== undefined && workspaceEdit.changeAnnotationSupport !== undefined;
  const documentChanges: (TextDocumentEdit | CreateFile | RenameFile)[] = [...byPath].map(([path, list]) => ({
    textDocument: { uri: session.uriOf(path), version: session.documents.get(path)?.version ?? null },
    edits: isAnnotated
      ? list.map((edit) => ({ ...edit, annotationId }))
      : placeholder !== undefined && workspaceEdit.snippetEditSupport === true
        ? list.map((edit) => toSnippetEdit(edit, placeholder))
        : list,
  }));
  if (newFile !== undefined) {
    const { path: uri } = newFile;
    const start = { line: 0, character: 0 };
    const [first] = edits;
    const newText = session.withLineEndings(snapshot, first?.path ?? uri, newFile.text());
    documentChanges.push(
      { kind: "create", uri },
      { textDocument: { uri, version: null }, edits: [{ range: { start, end: start }, newText }] },
    );
  }
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

/** Converts an edit to a snippet that selects the placeholder. */
function toSnippetEdit({ range, newText }: LspTextEdit, placeholder: string): SnippetTextEdit {
  const escape = (text: string): string => text.replace(/[\\$}]/g, "\\$&");
  const value = newText
    .split(placeholder)
    .map(escape)
    .join(`\${1:${escape(placeholder)}}`);
  return { range, snippet: { kind: "snippet", value } };
}
