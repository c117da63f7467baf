import type { FoldingRange, SelectionRange, CodeLens } from "vscode-languageserver";
import { findLenses, type CodeLens as FoundLens } from "../features/code-lenses.js";
import { findLinks } from "../features/document-links.js";
import { findFolds } from "../features/folding.js";
import { findHints } from "../features/inlay-hints.js";
import type { Snapshot } from "../features/project.js";
import { findReferences } from "../features/navigation.js";
import { findSelections } from "../features/selection.js";
import { toOffset, toPosition, normalizeUri } from "./locations.js";
import { toLocation } from "./navigation.js";
import type { Session } from "./session.js";

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

/** The data with which a lens is found again when it comes into view. */
interface LensData {
  readonly uri: string;
  readonly index: number;
}

/** Handles requests for lenses, which are lines of information above declarations (LSP-35). */
export function registerLenses(session: Session): void {
  const { connection } = session;
  connection.onCodeLens(
    session.requestHandler("all files", async ({ textDocument: { uri } }): Promise<CodeLens[]> => {
      const path = normalizeUri(uri);
      const snapshot = session.workspace.snapshotOf(path);
      if (snapshot === undefined || !session.settings.codeLens.enable) {
        return [];
      }
      return (await lensesOf(path, snapshot, session)).map(({ range }, index) => {
        const data: LensData = { uri, index };
        return { range: session.rangeOf(snapshot, range), data };
      });
    }),
  );
  connection.onCodeLensResolve(async (lens) => {
    const { uri, index } = lens.data as LensData;
    const path = normalizeUri(uri);
    const snapshot = session.workspace.snapshotOf(path);
    const found = snapshot && (await lensesOf(path, snapshot, session))[index];
    if (snapshot === undefined || found === undefined) {
      return lens;
    }
    const references = (): unknown[] => {
      const places = findReferences(snapshot, path, found.range.start, false);
      return [uri, lens.range.start, places.map((range) => toLocation(range, snapshot, session))];
    };
    // This command of Visual Studio Code lists locations.
    const command = found.showsReferences
      ? { title: found.title(), command: "editor.action.showReferences", arguments: references() }
      : { title: found.title(), command: "" };
    return { ...lens, command };
  });
}

async function lensesOf(path: string, snapshot: Snapshot, session: Session): Promise<readonly FoundLens[]> {
  const config = session.workspace.projectOf(path)?.config;
  const changes = config && (await session.changes?.of(snapshot, config));
  return findLenses(snapshot, path, session.lintOptionsOf(path), changes);
}
