import type { FoldingRange, SelectionRange } from "vscode-languageserver";
import { findLinks } from "../features/document-links.js";
import { findFolds } from "../features/folding.js";
import { findHints } from "../features/inlay-hints.js";
import { findSelections } from "../features/selection.js";
import { toOffset, toPosition } from "./positions.js";
import type { Session } from "./session.js";
import { normalizeUri } from "./uris.js";

/** Handles requests for folding ranges, selections, links and hints in a document. */
export function registerStructure(session: Session): void {
  const { connection } = session;
  connection.onFoldingRanges(
    session.requestHandler("file", ({ textDocument }): FoldingRange[] => {
      const path = normalizeUri(textDocument.uri);
      const snapshot = session.workspace.snapshotOf(path);
      return (snapshot === undefined ? [] : findFolds(snapshot, path)).map(({ startLine, endLine, kind }) => ({
        startLine: startLine - 1,
        endLine: endLine - 1,
        ...(kind === undefined ? {} : { kind }),
      }));
    }),
  );
  connection.onSelectionRanges(
    session.requestHandler("file", ({ textDocument, positions }): SelectionRange[] =>
      positions.map((position) => {
        const place = session.placeOf(textDocument, position);
        const ranges = place === undefined ? [] : findSelections(place.snapshot, place.path, place.offset);
        const empty: SelectionRange = { range: { start: position, end: position } };
        return (
          ranges.reduceRight<SelectionRange | undefined>((parent, range) => {
            const converted = place === undefined ? empty.range : session.rangeOf(place.snapshot, range);
            return { range: converted, ...(parent === undefined ? {} : { parent }) };
          }, undefined) ?? empty
        );
      }),
    ),
  );
  connection.onDocumentLinks(
    session.requestHandler("file", ({ textDocument }) => {
      const path = normalizeUri(textDocument.uri);
      const snapshot = session.workspace.snapshotOf(path);
      return snapshot === undefined
        ? []
        : findLinks(snapshot, path).map(({ range, url }) => ({ range: session.rangeOf(snapshot, range), target: url }));
    }),
  );
  connection.languages.inlayHint.on(
    session.requestHandler("imports", ({ textDocument, range }) => {
      const path = normalizeUri(textDocument.uri);
      const snapshot = session.workspace.snapshotOf(path);
      const source = snapshot?.files.get(path)?.source;
      if (snapshot === undefined || source === undefined) {
        return [];
      }
      const [from, to] = [range.start, range.end].map((position) => toOffset(source, position, session.encoding));
      return findHints(snapshot, path, from ?? 0, to ?? 0, session.settings.inlayHints).map(({ offset, text }) => ({
        position: toPosition(source, offset, session.encoding),
        label: text,
      }));
    }),
  );
}
