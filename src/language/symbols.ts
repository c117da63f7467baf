import type { Span } from "../source/span.js";
import type * as ast from "../syntax/ast.js";
import { isDeprecatedField } from "./deprecation.js";
import type { Names } from "./names.js";
import { toFileRange, type FileRange } from "./places.js";
import type { Snapshot } from "./project.js";
import { writeType } from "./type-text.js";

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

/** What a file declares at a place, with what is inside. */
export interface DocumentSymbol {
  readonly kind: SymbolKind;
  readonly name: string;
  /** The type, where there is one. */
  readonly detail: string;
  readonly isDeprecated: boolean;
  /** All of it, with the comments directly above. */
  readonly range: FileRange;
  readonly nameRange: FileRange;
  readonly children: readonly DocumentSymbol[];
}

/** What a file declares, in its order, also in items that have syntax errors (LSP-25). */
export function listSymbols({ names }: Snapshot, path: string): DocumentSymbol[] {
  return names.sectionsOf(path).flatMap(({ namespace, items }) => {
    const lister = new Lister(names, namespace);
    return items.flatMap((item) => lister.item(item));
  });
}

class Lister {
  readonly #names: Names;
  readonly #namespace: string;

  constructor(names: Names, namespace: string) {
    this.#names = names;
    this.#namespace = namespace;
  }

  item(item: ast.Item): DocumentSymbol[] {
    const { name, extent } = item;
    switch (item.kind) {
      case "import":
        return [];
      case "namespace":
        return [symbol("namespace", name, extent)];
      case "alias":
        return [symbol("alias", name, extent, { detail: writeType(item.type) })];
      case "struct":
      case "union":
        return [this.#type(item)];
      case "patch": {
        const children = [...this.#fields(item.fields, item.target === "struct" ? "field" : "tag"), ...item.examples.map(toExample)];
        return [symbol("patch", name, extent, { detail: `patch ${item.target}`, children })];
      }
      case "route":
        return [this.#route(item)];
      case "annotation":
        return [symbol("annotation", name, extent, { detail: item.type.text })];
      case "annotation_type":
        return [symbol("annotation type", name, extent, { children: this.#fields(item.params, "parameter") })];
    }
  }

  #type(node: ast.Struct | ast.Union): DocumentSymbol {
    const subtypes = node.kind === "struct" ? (node.subtypes?.members ?? []) : [];
    const children = [
      ...subtypes.map((member) =>
        symbol("subtype", member.name, member.extent, { detail: writeType(member.type) }),
      ),
      ...this.#fields(node.fields, node.kind === "struct" ? "field" : "tag"),
      ...node.examples.map(toExample),
    ];
    const detail = node.parent === undefined ? "" : `extends ${writeType(node.parent)}`;
    return symbol(node.kind, node.name, node.extent, { detail, children });
  }

  #fields(fields: readonly ast.Field[], kind: "field" | "tag" | "parameter"): DocumentSymbol[] {
    return fields.map((field) =>
      symbol(kind, field.name, field.extent, {
        detail: field.type === undefined ? "" : writeType(field.type),
        isDeprecated: isDeprecatedField(field, this.#namespace, this.#names),
        children: field.inline === undefined ? [] : [this.#type(field.inline)],
      }),
    );
  }

  #route(route: ast.Route): DocumentSymbol {
    const { arg, result, error } = route.types;
    const name = { text: routeTitle(route), span: route.name.span };
    return symbol("route", name, route.extent, {
      detail: `(${[arg, result, error].map(writeType).join(", ")})`,
      isDeprecated: route.deprecated !== undefined,
      children: route.attributes.map((attribute) => symbol("attribute", attribute.name, attribute.extent)),
    });
  }
}

/** The name of a route, with its version unless that is 1 (ROUTE-4). */
export function routeTitle({ name, version }: ast.Route): string {
  return version === 1 ? name.text : `${name.text}:${version}`;
}

function toExample({ label, extent }: ast.Example): DocumentSymbol {
  return symbol("example", label, extent, { detail: "example" });
}

function symbol(
  kind: SymbolKind,
  name: ast.Name,
  extent: Span,
  more: Partial<Pick<DocumentSymbol, "detail" | "isDeprecated" | "children">> = {},
): DocumentSymbol {
  // The name of an inline definition stands above it: a range has to contain its name.
  const start = Math.min(withCommentsAbove(extent), name.span.start);
  return {
    kind,
    name: name.text,
    detail: "",
    isDeprecated: false,
    range: toFileRange({ ...extent, start }),
    nameRange: toFileRange(name.span),
    children: [],
    ...more,
  };
}

/** Where the comments begin that stand directly above a node, or the node if there are none. */
function withCommentsAbove({ source, start }: Span): number {
  const { text } = source;
  let at = start;
  for (;;) {
    const lineStart = text.lastIndexOf("\n", at - 1) + 1;
    const previous = text.slice(text.lastIndexOf("\n", lineStart - 2) + 1, Math.max(0, lineStart - 1));
    if (lineStart === 0 || !previous.trimStart().startsWith("#")) {
      return at;
    }
    at = lineStart - 1 - previous.trimStart().length;
  }
}
