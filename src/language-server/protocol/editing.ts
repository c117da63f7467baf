import {
  LSPErrorCodes,
  MessageType,
  ResponseError,
  ShowMessageRequest,
  type TextEdit as LspTextEdit,
  type WorkspaceEdit,
  type ChangeAnnotation,
  type CreateFile,
  type RenameFile,
  type TextDocumentEdit,
  type SnippetTextEdit,
} from "vscode-languageserver";
import { findIgnored } from "../../project/ignored-files.js";
import type { Action } from "../features/actions/action.js";
import type { TextEdit } from "../features/edits.js";
import { formatDocument, formatLines, indentNewLine } from "../features/formatting.js";
import type { Snapshot } from "../features/project.js";
import { prepareRename, rename } from "../features/rename.js";
import { toOffset, normalizeUri, pathOfUri } from "./locations.js";
import type { Session } from "./session.js";

/** Handles requests to format documents (LSP-70). */
export function registerFormatting(session: Session): void {
  const { connection } = session;
  connection.onDocumentFormatting(
    session.requestHandler("file", async ({ textDocument }) => {
      const path = normalizeUri(textDocument.uri);
      const isIgnored = await isIgnoredFile(path);
      const snapshot = session.workspace.snapshotOf(path);
      return snapshot === undefined || isIgnored
        ? []
        : toLspEdits(formatDocument(snapshot, path, session.settings.format.lineWidth), snapshot, session);
    }),
  );
  connection.onDocumentRangeFormatting(
    session.requestHandler("file", ({ textDocument, range }) => {
      const path = normalizeUri(textDocument.uri);
      const snapshot = session.workspace.snapshotOf(path);
      const source = snapshot?.files.get(path)?.source;
      if (snapshot === undefined || source === undefined) {
        return [];
      }
      const start = toOffset(source, range.start, session.encoding);
      const end = toOffset(source, range.end, session.encoding);
      return toLspEdits(formatLines(snapshot, path, start, end, session.settings.format.lineWidth), snapshot, session);
    }),
  );
  connection.onDocumentOnTypeFormatting(
    session.positionHandler("file", ({ snapshot, path, offset }) =>
      toLspEdits(indentNewLine(snapshot, path, offset), snapshot, session),
    ),
  );
}

/** Whether a file is ignored when whole files are formatted, for example on save. */
async function isIgnoredFile(uri: string): Promise<boolean> {
  const path = pathOfUri(uri);
  return path !== undefined && (await findIgnored([path])).size > 0;
}

function toLspEdits(edits: readonly TextEdit[], snapshot: Snapshot, session: Session): LspTextEdit[] {
  return edits.map((edit) => ({
    range: session.rangeOf(snapshot, edit),
    newText: session.withLineEndings(snapshot, edit.path, edit.text),
  }));
}

/** Handles requests to check whether a name can be renamed, and to rename it (LSP-40 to LSP-42). */
export function registerRename(session: Session): void {
  const { connection } = session;
  connection.onPrepareRename(
    session.positionHandler("all files", ({ snapshot, path, offset }) => {
      const prepared = prepareRename(snapshot, path, offset);
      if (typeof prepared === "string") {
        throw new ResponseError(LSPErrorCodes.RequestFailed, prepared);
      }
      return prepared === undefined
        ? null
        : { range: session.rangeOf(snapshot, prepared.range), placeholder: prepared.name };
    }),
  );
  connection.onRenameRequest(
    session.positionHandler(
      "all files",
      ({ snapshot, path, offset }, { newName }): WorkspaceEdit | Promise<WorkspaceEdit> => {
        const renamed = rename(snapshot, path, offset, newName);
        if (typeof renamed === "string") {
          throw new ResponseError(LSPErrorCodes.RequestFailed, renamed);
        }
        const { edits, wire, files } = renamed;
        const edit = toWorkspaceEdit(edits, snapshot, session, { needsConfirmation: wire, renamedFiles: files });
        const isAnnotated = edit.changeAnnotations !== undefined;
        return wire === undefined || isAnnotated ? edit : warn(wire, session).then(() => edit);
      },
    ),
  );
}

/** Shows a warning in a client that cannot ask for confirmation. Waits for the user only briefly. */
async function warn(wire: string, { connection }: Session): Promise<void> {
  const message = `This changes the wire: ${wire}.`;
  const shown = connection
    .sendRequest(ShowMessageRequest.type, { type: MessageType.Warning, message })
    .catch(() => undefined);
  await Promise.race([shown, new Promise((resolve) => setTimeout(resolve, 500))]);
}

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
