import {
  SymbolKind as LspKind,
  SymbolTag,
  type FoldingRange,
  type SelectionRange,
  type CodeLens,
  type DocumentSymbol as LspSymbol,
  type SymbolInformation,
  type SemanticTokens,
  type SemanticTokensDelta,
  type SemanticTokensEdit,
  type SemanticTokensLegend,
} from "vscode-languageserver";
import { findLenses, type CodeLens as FoundLens } from "../features/code-lenses.js";
import { findLinks } from "../features/document-links.js";
import { findFolds } from "../features/folding.js";
import { findHints } from "../features/inlay-hints.js";
import { findReferences } from "../features/navigation.js";
import type { Snapshot } from "../features/project.js";
import { findSelections } from "../features/selection.js";
import { findTokens, tokenModifiers, tokenTypes } from "../features/semantic-tokens.js";
import { listSymbols, searchSymbols, sortMatches, type DocumentSymbol, type SymbolKind } from "../features/symbols.js";
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
    const codeLens = snapshot && (await lensesOf(path, snapshot, session))[index];
    if (snapshot === undefined || codeLens === undefined) {
      return lens;
    }
    const references = (): unknown[] => {
      const places = findReferences(snapshot, path, codeLens.range.start, false);
      return [uri, lens.range.start, places.map((range) => toLocation(range, snapshot, session))];
    };
    // This command of Visual Studio Code lists locations.
    const command = codeLens.showsReferences
      ? { title: codeLens.title(), command: "editor.action.showReferences", arguments: references() }
      : { title: codeLens.title(), command: "" };
    return { ...lens, command };
  });
}

async function lensesOf(path: string, snapshot: Snapshot, session: Session): Promise<readonly FoundLens[]> {
  const config = session.workspace.projectOf(path)?.config;
  const changes = config && (await session.changes?.of(snapshot, config));
  return findLenses(snapshot, path, session.lintOptionsOf(path), changes);
}

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

export const legend: SemanticTokensLegend = { tokenTypes: [...tokenTypes], tokenModifiers: [...tokenModifiers] };

/** Handles requests for semantic tokens, which color text (LSP-27). */
export function registerTokens(session: Session): void {
  const { semanticTokens } = session.connection.languages;
  /** Normalized URI to the tokens that were last sent, from which changes are computed. */
  const sent = new Map<string, SemanticTokens>();
  let results = 0;
  const full = (path: string): SemanticTokens => {
    const snapshot = session.workspace.snapshotOf(path);
    const data = snapshot === undefined ? [] : encode(snapshot, path, 0, Infinity, session);
    const result = { resultId: String(++results), data };
    sent.set(path, result);
    return result;
  };
  semanticTokens.on(session.requestHandler("imports", ({ textDocument }) => full(normalizeUri(textDocument.uri))));
  semanticTokens.onDelta(
    session.requestHandler("imports", ({ textDocument, previousResultId }): SemanticTokens | SemanticTokensDelta => {
      const path = normalizeUri(textDocument.uri);
      const before = sent.get(path);
      const now = full(path);
      return before?.resultId === previousResultId
        ? {
            ...(now.resultId === undefined ? {} : { resultId: now.resultId }),
            edits: difference(before.data, now.data),
          }
        : now;
    }),
  );
  semanticTokens.onRange(
    session.requestHandler("imports", ({ textDocument, range }): SemanticTokens => {
      const path = normalizeUri(textDocument.uri);
      const snapshot = session.workspace.snapshotOf(path);
      const source = snapshot?.files.get(path)?.source;
      if (snapshot === undefined || source === undefined) {
        return { data: [] };
      }
      const [from, to] = [range.start, range.end].map((position) => toOffset(source, position, session.encoding));
      return { data: encode(snapshot, path, from ?? 0, to ?? 0, session) };
    }),
  );
}

/** Encodes tokens as the protocol requires: each token is five numbers, relative to the previous token. */
function encode(snapshot: Snapshot, path: string, from: number, to: number, { encoding }: Session): number[] {
  const source = snapshot.files.get(path)?.source;
  if (source === undefined) {
    return [];
  }
  const data: number[] = [];
  let line = 0;
  let character = 0;
  for (const { start, end, type, modifiers } of findTokens(snapshot, path, from, to)) {
    const position = toPosition(source, start, encoding);
    const bits = modifiers.reduce((all, modifier) => all | (1 << tokenModifiers.indexOf(modifier)), 0);
    const right = position.line === line ? position.character - character : position.character;
    // A token does not span lines.
    const length =
      encoding === "utf-16" ? end - start : toPosition(source, end, encoding).character - position.character;
    data.push(position.line - line, right, length, tokenTypes.indexOf(type), bits);
    ({ line, character } = position);
  }
  return data;
}

/**
 * Returns the edit that changes one list to another: it replaces the part between the common start and the common end.
 */
function difference(before: readonly number[], now: readonly number[]): SemanticTokensEdit[] {
  const shorter = Math.min(before.length, now.length);
  let start = 0;
  while (start < shorter && before[start] === now[start]) {
    start++;
  }
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === now.at(-1 - end)) {
    end++;
  }
  const deleteCount = before.length - start - end;
  const data = now.slice(start, now.length - end);
  return deleteCount === 0 && data.length === 0 ? [] : [{ start, deleteCount, data }];
}
