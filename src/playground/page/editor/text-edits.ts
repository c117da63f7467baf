import type { LSPClient } from "@codemirror/lsp-client";
import type { ChangeSpec, Text } from "@codemirror/state";

/** A position, as in the language server protocol. */
export interface Position {
  readonly line: number;
  readonly character: number;
}
export interface Range {
  readonly start: Position;
  readonly end: Position;
}
interface TextEdit {
  readonly range: Range;
  readonly newText: string;
}
export interface WorkspaceEdit {
  readonly changes?: Readonly<Record<string, readonly TextEdit[]>>;
  readonly documentChanges?: readonly {
    readonly textDocument?: { readonly uri: string };
    readonly edits?: readonly TextEdit[];
  }[];
}

/** Returns the offset of a position. A position beyond the end of a line or of the text counts as that end. */
export function offsetOf({ line, character }: Position, doc: Text): number {
  if (line >= doc.lines) {
    return doc.length;
  }
  const { from, to } = doc.line(line + 1);
  return Math.min(from + character, to);
}

/** Applies an edit to all files that it affects. */
export function applyEdit(edit: WorkspaceEdit, { workspace }: LSPClient): void {
  const documents = edit.documentChanges?.map(({ textDocument, edits }) => [textDocument?.uri, edits] as const);
  for (const [uri = "", edits = []] of documents ?? Object.entries(edit.changes ?? {})) {
    const file = workspace.getFile(uri);
    if (file !== null) {
      const doc = file.getView()?.state.doc ?? file.doc;
      const changes = edits.map(({ range, newText }): ChangeSpec => ({
        from: offsetOf(range.start, doc),
        to: offsetOf(range.end, doc),
        insert: newText,
      }));
      workspace.updateFile(uri, { changes, userEvent: "input.fix" });
    }
  }
}
