import type {
  DocumentDiagnosticReport,
  FullDocumentDiagnosticReport,
  UnchangedDocumentDiagnosticReport,
  WorkspaceDocumentDiagnosticReport,
} from "vscode-languageserver";
import type { DiagnosticsPublisher } from "./diagnostics.js";
import type { Session } from "./session.js";
import { normalizeUri } from "./uris.js";

type Report = FullDocumentDiagnosticReport | UnchangedDocumentDiagnosticReport;

/** Handles requests for diagnostics (LSP-10). */
export function registerPullDiagnostics(session: Session, publisher: DiagnosticsPublisher): void {
  const { diagnostics } = session.connection.languages;
  /** Normalized URI to the report that was last sent. */
  const last = new Map<string, { readonly id: string; readonly text: string }>();
  let reports = 0;
  const report = (path: string, previousId: string | undefined): Report => {
    const items = publisher.diagnosticsOf(path);
    const text = JSON.stringify(items);
    const before = last.get(path);
    if (before !== undefined && before.id === previousId && before.text === text) {
      return { kind: "unchanged", resultId: before.id };
    }
    const id = String(++reports);
    last.set(path, { id, text });
    return { kind: "full", resultId: id, items };
  };
  diagnostics.on(
    session.requestHandler("all files", ({ textDocument, previousResultId }): DocumentDiagnosticReport => {
      const path = normalizeUri(textDocument.uri);
      const own = report(path, previousResultId);
      if (session.capabilities.textDocument?.diagnostic?.relatedDocumentSupport !== true) {
        return own;
      }
      const others = (session.workspace.projectOf(path)?.uris ?? []).filter((uri) => uri !== path);
      const related = others.flatMap((uri) => {
        const other = report(uri, last.get(uri)?.id);
        return other.kind === "full" ? [[session.uriOf(uri), other] as const] : [];
      });
      return { ...own, relatedDocuments: Object.fromEntries(related) };
    }),
  );
  diagnostics.onWorkspace(
    session.requestHandler("all files", ({ previousResultIds }) => {
      const ids = new Map(previousResultIds.map(({ uri, value }) => [normalizeUri(uri), value]));
      const items = [...session.workspace.projects()].flatMap(({ uris }) =>
        uris.map((path): WorkspaceDocumentDiagnosticReport => ({
          ...report(path, ids.get(path)),
          uri: session.uriOf(path),
          version: session.documents.get(path)?.version ?? null,
        })),
      );
      return { items };
    }),
  );
}
