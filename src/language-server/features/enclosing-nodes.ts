import type { Span } from "../../text/span.js";
import type * as ast from "../../syntax/ast.js";
import { readItems, type DeclaredType } from "../symbols/names.js";
import { namespaceOf } from "./places.js";
import type { Snapshot } from "./project.js";

/** The innermost node of each kind that contains an offset, in an item. */
export interface EnclosingNodes {
  readonly namespace: string;
  readonly item: ast.Item;
  readonly type: DeclaredType | undefined;
  readonly field: ast.Field | undefined;
  readonly subtype: ast.Subtype | undefined;
  readonly example: ast.Example | undefined;
  readonly entry: ast.ExampleEntry | undefined;
  readonly attribute: ast.Attribute | undefined;
  readonly annotation: ast.AnnotationRef | undefined;
  readonly reference: ast.TypeRef | undefined;
}

/** Returns the nodes around the start of a span; undefined outside of all items. */
export function enclosingNodes(snapshot: Snapshot, { source, start }: Span): EnclosingNodes | undefined {
  const text = snapshot.files.get(source.path)?.itemTexts.find((candidate) => candidate.source === source);
  const item = text && readItems(text).find(({ extent }) => isIn(start, extent));
  if (text === undefined || item === undefined) {
    return undefined;
  }
  const namespace = namespaceOf(source.path, text, snapshot.names);
  return new Search(start, namespace, item, snapshot).find();
}

function isIn(offset: number, { start, end }: Span): boolean {
  return start <= offset && offset <= end;
}

class Search {
  readonly #offset: number;
  readonly #snapshot: Snapshot;
  readonly #found: { -readonly [Key in keyof EnclosingNodes]: EnclosingNodes[Key] };

  constructor(offset: number, namespace: string, item: ast.Item, snapshot: Snapshot) {
    this.#offset = offset;
    this.#snapshot = snapshot;
    this.#found = {
      namespace,
      item,
      type: undefined,
      field: undefined,
      subtype: undefined,
      example: undefined,
      entry: undefined,
      attribute: undefined,
      annotation: undefined,
      reference: undefined,
    };
  }

  find(): EnclosingNodes {
    const { item, namespace } = this.#found;
    switch (item.kind) {
      case "struct":
      case "union":
        this.#type({ namespace, node: item });
        break;
      case "patch":
        this.#found.type = this.#snapshot.names.patched(namespace, item);
        this.#members(item.fields, item.examples);
        break;
      case "alias":
        this.#reference(item.type);
        this.#annotations(item.annotations);
        break;
      case "route":
        [item.types.arg, item.types.result, item.types.error].forEach((ref) => {
          this.#reference(ref);
        });
        this.#found.attribute = item.attributes.find(({ extent }) => isIn(this.#offset, extent));
        break;
      case "annotation_type":
        this.#members(item.params, []);
        break;
      case "namespace":
      case "import":
      case "annotation":
        break;
    }
    return this.#found;
  }

  #type(type: DeclaredType): void {
    const { node } = type;
    this.#found.type = type;
    this.#reference(node.parent);
    const members = node.kind === "struct" ? (node.subtypes?.members ?? []) : [];
    const subtype = members.find(({ extent }) => isIn(this.#offset, extent));
    this.#found.subtype = subtype;
    this.#reference(subtype?.type);
    this.#members(node.fields, node.examples);
  }

  #members(fields: readonly ast.Field[], examples: readonly ast.Example[]): void {
    const field = fields.find(({ extent }) => isIn(this.#offset, extent));
    if (field !== undefined) {
      this.#found.field = field;
      this.#reference(field.type);
      this.#annotations(field.annotations);
      if (field.inline !== undefined && isIn(this.#offset, field.inline.extent)) {
        this.#type({ namespace: this.#found.namespace, node: field.inline });
      }
    }
    const example = examples.find(({ extent }) => isIn(this.#offset, extent));
    if (example !== undefined) {
      this.#found.example = example;
      this.#found.entry = example.entries.find(({ extent }) => isIn(this.#offset, extent));
    }
  }

  #annotations(refs: readonly ast.AnnotationRef[]): void {
    this.#found.annotation ??= refs.find(({ extent }) => isIn(this.#offset, extent));
  }

  #reference(ref: ast.TypeRef | undefined): void {
    if (ref === undefined || !isIn(this.#offset, ref.extent)) {
      return;
    }
    this.#found.reference = ref;
    for (const { value } of ref.args ?? []) {
      if (value.kind === "type") {
        this.#reference(value);
      }
    }
  }
}
