import type * as ast from "../../syntax/ast.js";
import type { Span } from "../../text/span.js";
import type { Names } from "../symbols/names.js";
import { isDeprecatedField } from "./deprecation.js";
import { beginsLine, lineStart, previousLine } from "./edits.js";
import { toFileRange, type FileRange } from "./places.js";
import type { Snapshot } from "./project.js";
import { writeType } from "./short-texts.js";

export type SymbolKind =
  | "namespace"
  | "struct"
  | "union"
  | "alias"
  | "route"
  | "annotation"
  | "annotation type"
  | "patch"
  | "field"
  | "tag"
  | "subtype"
  | "example"
  | "attribute"
  | "parameter";

/** A declaration in a file, including the declarations inside it. */
export interface DocumentSymbol {
  readonly kind: SymbolKind;
  readonly name: string;
  /** The declared type; empty if there is none. */
  readonly detail: string;
  readonly isDeprecated: boolean;
  /** The whole declaration, including the comments directly above it. */
  readonly range: FileRange;
  readonly nameRange: FileRange;
  readonly children: readonly DocumentSymbol[];
}

/** Returns the declarations of a file in order, including items with syntax errors (LSP-25). */
export function listSymbols({ files, names }: Snapshot, path: string): DocumentSymbol[] {
  const text = files.get(path)?.source.text ?? "";
  return names.sectionsOf(path).flatMap(({ namespace, items }) => {
    const lister = new Lister(text, names, namespace);
    return items.flatMap((item) => lister.item(item));
  });
}

type Details = Partial<Pick<DocumentSymbol, "detail" | "isDeprecated" | "children">>;

class Lister {
  /** The text of the whole file. */
  readonly #text: string;
  readonly #names: Names;
  readonly #namespace: string;

  constructor(text: string, names: Names, namespace: string) {
    this.#text = text;
    this.#names = names;
    this.#namespace = namespace;
  }

  item(item: ast.Item): DocumentSymbol[] {
    const { name, extent } = item;
    switch (item.kind) {
      case "import":
        return [];
      case "namespace":
        return [this.#symbol("namespace", name, extent)];
      case "alias":
        return [this.#symbol("alias", name, extent, { detail: writeType(item.type) })];
      case "struct":
      case "union":
        return [this.#type(item)];
      case "patch": {
        const children = [
          ...this.#fields(item.fields, item.target === "struct" ? "field" : "tag"),
          ...item.examples.map((example) => this.#example(example)),
        ];
        return [this.#symbol("patch", name, extent, { detail: `patch ${item.target}`, children })];
      }
      case "route":
        return [this.#route(item)];
      case "annotation":
        return [this.#symbol("annotation", name, extent, { detail: item.type.text })];
      case "annotation_type":
        return [this.#symbol("annotation type", name, extent, { children: this.#fields(item.params, "parameter") })];
    }
  }

  #type(node: ast.Struct | ast.Union): DocumentSymbol {
    const subtypes = node.kind === "struct" ? (node.subtypes?.members ?? []) : [];
    const children = [
      ...subtypes.map((member) =>
        this.#symbol("subtype", member.name, member.extent, { detail: writeType(member.type) }),
      ),
      ...this.#fields(node.fields, node.kind === "struct" ? "field" : "tag"),
      ...node.examples.map((example) => this.#example(example)),
    ];
    const detail = node.parent === undefined ? "" : `extends ${writeType(node.parent)}`;
    return this.#symbol(node.kind, node.name, node.extent, { detail, children });
  }

  #fields(fields: readonly ast.Field[], kind: "field" | "tag" | "parameter"): DocumentSymbol[] {
    return fields.map((field) =>
      this.#symbol(kind, field.name, field.extent, {
        detail: field.type === undefined ? "" : writeType(field.type),
        isDeprecated: isDeprecatedField(field, this.#namespace, this.#names),
        children: field.inline === undefined ? [] : [this.#type(field.inline)],
      }),
    );
  }

  #route(route: ast.Route): DocumentSymbol {
    const { arg, result, error } = route.types;
    const name = { text: routeTitle(route), span: route.name.span };
    return this.#symbol("route", name, route.extent, {
      detail: `(${[arg, result, error].map(writeType).join(", ")})`,
      isDeprecated: route.deprecated !== undefined,
      children: route.attributes.map((attribute) => this.#symbol("attribute", attribute.name, attribute.extent)),
    });
  }

  #example({ label, extent }: ast.Example): DocumentSymbol {
    return this.#symbol("example", label, extent, { detail: "example" });
  }

  #symbol(kind: SymbolKind, name: ast.Name, extent: Span, details: Details = {}): DocumentSymbol {
    const whole = toFileRange(extent);
    const nameRange = toFileRange(name.span);
    // The name of an inline definition is above it, but the range must contain the name.
    const start = Math.min(withCommentsAbove(this.#text, whole.start), nameRange.start);
    const range = { ...whole, start };
    return { kind, name: name.text, detail: "", isDeprecated: false, range, nameRange, children: [], ...details };
  }
}

/** Returns the name of a route, followed by its version unless the version is 1 (ROUTE-4). */
export function routeTitle({ name, version }: ast.Route): string {
  return version === 1 ? name.text : `${name.text}:${version}`;
}

/** Returns the start of the comments directly above a line that starts at an offset; the offset if there are none. */
function withCommentsAbove(text: string, offset: number): number {
  let at = offset;
  for (;;) {
    const comment = previousLine(text, at).trimStart();
    if (!comment.startsWith("#") || !beginsLine(text, at)) {
      return at;
    }
    at = lineStart(text, at) - 1 - comment.length;
  }
}

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
  for (const symbol of listDeclared(snapshot, query === "")) {
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

function* listDeclared({ names }: Snapshot, onlyNamespaces: boolean): Iterable<WorkspaceSymbol> {
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
