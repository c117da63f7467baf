import type { CodeLens } from "vscode-languageserver";
import { findLenses, type CodeLens as FoundLens } from "../features/code-lenses.js";
import type { Snapshot } from "../features/project.js";
import { findReferences } from "../features/references.js";
import { toLocation } from "./navigation.js";
import type { Session } from "./session.js";
import { normalizeUri } from "./uris.js";

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
