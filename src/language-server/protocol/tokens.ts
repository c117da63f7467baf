import type {
  SemanticTokens,
  SemanticTokensDelta,
  SemanticTokensEdit,
  SemanticTokensLegend,
} from "vscode-languageserver";
import type { Snapshot } from "../features/project.js";
import { findTokens, tokenModifiers, tokenTypes } from "../features/semantic-tokens.js";
import { toOffset, toPosition, normalizeUri } from "./locations.js";
import type { Session } from "./session.js";

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
