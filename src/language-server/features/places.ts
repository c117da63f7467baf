import type * as ast from "../../syntax/ast.js";
import type { Span } from "../../text/span.js";
import { readItems, type Names, type DeclaredType } from "../symbols/names.js";
import type { Occurrence, Visit } from "../symbols/occurrence.js";
import { visitItem } from "../symbols/occurrences.js";
import type { Snapshot } from "./project.js";

/**
 * A range of a file. Offsets count UTF-16 code units in the text with `\n` as the only line ending; the end is
 * exclusive.
 */
export interface FileRange {
  readonly path: string;
  readonly start: number;
  readonly end: number;
}

export function toFileRange({ source, start, end }: Span): FileRange {
  return { path: source.path, start: source.offsetInFile(start), end: source.offsetInFile(end) };
}

/** Returns the text of the item that contains an offset; before the first item, that of the first. */
export function itemTextAt({ itemTexts }: ast.SpecFile, offset: number): ast.ItemText | undefined {
  let low = 0;
  let high = itemTexts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((itemTexts[middle]?.source.offsetInFile(0) ?? 0) <= offset) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return itemTexts[low];
}

/** Returns the namespace of an item of a file. */
export function namespaceOf(path: string, text: ast.ItemText, names: Names): string {
  const sections = names.sectionsOf(path);
  const [item] = readItems(text);
  const section = sections.find(({ items }) => item !== undefined && items.includes(item));
  return (section ?? sections[0])?.namespace ?? "";
}

/** Visits every name in an item text, which may contain several items. */
function visitItemText(file: ast.SpecFile, text: ast.ItemText, { names }: Snapshot, visit: Visit): void {
  const namespace = namespaceOf(file.path, text, names);
  for (const item of readItems(text)) {
    visitItem(item, { namespace, names, visit });
  }
}

/** Returns the occurrence of a name that contains an offset or ends there; undefined if there is none. */
export function occurrenceAt(snapshot: Snapshot, path: string, offset: number): Occurrence | undefined {
  const file = snapshot.files.get(path);
  const text = file && itemTextAt(file, offset);
  if (file === undefined || text === undefined) {
    return undefined;
  }
  const at = offset - text.source.offsetInFile(0);
  let best: Occurrence | undefined;
  visitItemText(file, text, snapshot, (occurrence) => {
    const { start, end } = occurrence.span;
    if (start <= at && at <= end && (best === undefined || isBetter(occurrence, best, at))) {
      best = occurrence;
    }
  });
  return best;
}

/**
 * Whether an occurrence describes an offset better: one that starts there is better than one that ends there, and a
 * declaration is better than a reference.
 */
function isBetter(occurrence: Occurrence, than: Occurrence, at: number): boolean {
  if (occurrence.span.start === than.span.start) {
    return occurrence.role === "declaration";
  }
  return than.span.end === at && occurrence.span.start === at;
}

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
