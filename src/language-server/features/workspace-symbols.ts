import { routeTitle, type SymbolKind } from "./symbols.js";
import type { Span } from "../../text/span.js";
import { toFileRange, type FileRange } from "./places.js";
import type { Snapshot } from "./project.js";

/** A declaration in a project. */
interface WorkspaceSymbol {
  readonly kind: SymbolKind;
  readonly name: string;
  readonly namespace: string;
  readonly isDeprecated: boolean;
  readonly range: FileRange;
}

/** A symbol and its rank; lower ranks are better. */
interface Match {
  readonly rank: number;
  readonly symbol: WorkspaceSymbol;
}

/**
 * Returns the symbols that match a query, with their ranks: the same name, names that start with it, names whose words
 * start with its letters, and names that contain its letters in order. `files.Meta` searches in namespaces that match
 * `files`. An empty query lists the namespaces (LSP-26).
 */
export function searchSymbols(snapshot: Snapshot, query: string): Match[] {
  const dot = query.lastIndexOf(".");
  const namespace = dot === -1 ? undefined : query.slice(0, dot);
  const wanted = query.slice(dot + 1);
  const matches: Match[] = [];
  for (const symbol of declared(snapshot, query === "")) {
    const fits = namespace === undefined || rankOf(symbol.namespace, namespace) !== undefined;
    const rank = fits ? rankOf(symbol.name, wanted) : undefined;
    if (rank !== undefined) {
      matches.push({ rank, symbol });
    }
  }
  return sortMatches(matches);
}

export function sortMatches<M extends Match>(matches: readonly M[]): M[] {
  return matches.toSorted(
    (a, b) =>
      a.rank - b.rank || a.symbol.name.length - b.symbol.name.length || (a.symbol.name < b.symbol.name ? -1 : 1),
  );
}

function* declared({ names }: Snapshot, onlyNamespaces: boolean): Iterable<WorkspaceSymbol> {
  const symbol = (
    kind: SymbolKind,
    namespace: string,
    name: string,
    span: Span,
    isDeprecated = false,
  ): WorkspaceSymbol => ({
    kind,
    name,
    namespace,
    isDeprecated,
    range: toFileRange(span),
  });
  for (const { name, headers, definitions, routes } of names.namespaces.values()) {
    const [header] = headers;
    if (header !== undefined) {
      yield symbol("namespace", name, name, header.name.span);
    }
    if (onlyNamespaces) {
      continue;
    }
    for (const node of [...definitions.values()].flat()) {
      yield symbol(
        node.kind === "annotation_type" ? "annotation type" : node.kind,
        name,
        node.name.text,
        node.name.span,
      );
    }
    for (const route of [...routes.values()].flat()) {
      yield symbol("route", name, routeTitle(route), route.name.span, route.deprecated !== undefined);
    }
  }
}

/**
 * Returns the rank of a name for a query; undefined if it does not match. A query without capital letters ignores case.
 */
export function rankOf(name: string, wanted: string): number | undefined {
  const isExact = /[A-Z]/.test(wanted);
  const text = isExact ? name : name.toLowerCase();
  if (text === wanted) {
    return 0;
  }
  if (text.startsWith(wanted)) {
    return 1;
  }
  if (matchesHumps(name, wanted)) {
    return 2;
  }
  return isSubsequence(wanted, text) ? 3 : undefined;
}

/** Whether a query consists of prefixes of the words of a name, in order: `FoM` or `fom` for `FolderMetadata`. */
function matchesHumps(name: string, wanted: string): boolean {
  const words = name.match(/[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])/g) ?? [];
  const search = (word: number, at: number): boolean => {
    if (at === wanted.length) {
      return true;
    }
    for (let index = word; index < words.length; index++) {
      const text = words[index] ?? "";
      for (let length = Math.min(text.length, wanted.length - at); length > 0; length--) {
        const part = wanted.slice(at, at + length);
        const isAlike = text.slice(0, length).toLowerCase() === part.toLowerCase();
        if (isAlike && search(index + 1, at + length)) {
          return true;
        }
      }
    }
    return false;
  };
  return search(0, 0);
}

function isSubsequence(wanted: string, text: string): boolean {
  let at = 0;
  for (const letter of text) {
    if (letter === wanted[at]) {
      at++;
    }
  }
  return at === wanted.length;
}
