import type { TextEdit as LspTextEdit } from "vscode-languageserver";
import type { TextEdit } from "../features/edits/text-edit.js";
import { formatDocument, formatLines, indentNewLine } from "../features/formatting.js";
import type { Snapshot } from "../features/project.js";
import { toOffset } from "./positions.js";
import type { Session } from "./session.js";
import { findIgnored } from "../../project/ignored-files.js";
import { normalizeUri, pathOfUri } from "./uris.js";

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
