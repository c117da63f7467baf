import {
  SymbolKind as LspKind,
  SymbolTag,
  type DocumentSymbol as LspSymbol,
  type SymbolInformation,
} from "vscode-languageserver";
import type { Snapshot } from "../features/project.js";
import { listSymbols, searchSymbols, sortMatches, type DocumentSymbol, type SymbolKind } from "../features/symbols.js";
import { toLocation } from "./navigation.js";
import type { Session } from "./session.js";
import { normalizeUri } from "./locations.js";

const kinds: Readonly<Record<SymbolKind, LspKind>> = {
  namespace: LspKind.Namespace,
  struct: LspKind.Struct,
  union: LspKind.Enum,
  alias: LspKind.TypeParameter,
  route: LspKind.Method,
  annotation: LspKind.Interface,
  "annotation type": LspKind.Interface,
  patch: LspKind.Struct,
  field: LspKind.Field,
  tag: LspKind.EnumMember,
  subtype: LspKind.EnumMember,
  example: LspKind.Constant,
  attribute: LspKind.Property,
  parameter: LspKind.Field,
};

/** The maximum number of symbols that are returned for a query. */
const maxSymbols = 500;

/** Handles requests for the declarations in a document or in the workspace (LSP-25, LSP-26). */
export function registerSymbols(session: Session): void {
  const { connection } = session;
  connection.onDocumentSymbol(
    session.requestHandler("file", ({ textDocument }) => {
      const path = normalizeUri(textDocument.uri);
      const snapshot = session.workspace.snapshotOf(path);
      if (snapshot === undefined) {
        return null;
      }
      const symbols = listSymbols(snapshot, path);
      return session.capabilities.textDocument?.documentSymbol?.hierarchicalDocumentSymbolSupport === true
        ? symbols.map((symbol) => toLspSymbol(symbol, snapshot, session))
        : symbols.flatMap((symbol) => toFlatSymbols(symbol, undefined, snapshot, session));
    }),
  );
  connection.onWorkspaceSymbol(
    session.requestHandler("files in time", ({ query }): SymbolInformation[] => {
      const all = [...session.workspace.projects()].flatMap(({ project: { snapshot } }) =>
        searchSymbols(snapshot, query).map((match) => ({ ...match, snapshot })),
      );
      return sortMatches(all)
        .slice(0, maxSymbols)
        .map(({ snapshot, symbol: { kind, name, namespace, isDeprecated, range } }) => ({
          name,
          kind: kinds[kind],
          containerName: namespace,
          ...(isDeprecated ? { tags: [SymbolTag.Deprecated] } : {}),
          location: toLocation(range, snapshot, session),
        }));
    }),
  );
}

function toLspSymbol(symbol: DocumentSymbol, snapshot: Snapshot, session: Session): LspSymbol {
  const { kind, name, detail, isDeprecated, range, nameRange, children } = symbol;
  return {
    name,
    detail,
    kind: kinds[kind],
    ...(isDeprecated ? { tags: [SymbolTag.Deprecated] } : {}),
    range: session.rangeOf(snapshot, range),
    selectionRange: session.rangeOf(snapshot, nameRange),
    children: children.map((child) => toLspSymbol(child, snapshot, session)),
  };
}

function toFlatSymbols(
  { kind, name, range, children }: DocumentSymbol,
  containerName: string | undefined,
  snapshot: Snapshot,
  session: Session,
): SymbolInformation[] {
  return [
    {
      name,
      kind: kinds[kind],
      ...(containerName === undefined ? {} : { containerName }),
      location: { uri: session.uriOf(range.path), range: session.rangeOf(snapshot, range) },
    },
    ...children.flatMap((child) => toFlatSymbols(child, name, snapshot, session)),
  ];
}
