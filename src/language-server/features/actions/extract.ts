import { isBuiltinType } from "../../../compiler/semantics/builtin-types.js";
import { canonicalName } from "../../../compiler/semantics/declarations.js";
import { toSnakeCase } from "../../../ir/names.js";
import type * as ast from "../../../syntax/ast.js";
import type { Span } from "../../../text/span.js";
import type { DeclaredType, Names } from "../../symbols/names.js";
import { allFields } from "../../symbols/type-lookup.js";
import {
  insertAt,
  insertBelow,
  removeLines,
  replaceSpan,
  spanText,
  linesText,
  wholeLines,
  insertAbove,
  removeWholeLines,
  type TextEdit,
} from "../edits.js";
import type { EnclosingNodes } from "../places.js";
import type { Snapshot } from "../project.js";
import { findOccurrences } from "../navigation.js";
import { writeType } from "../short-texts.js";
import type { Action } from "./action.js";

/** A struct, and the selected fields to move. */
interface Choice {
  readonly type: DeclaredType & { readonly node: ast.Struct };
  readonly fields: readonly ast.Field[];
  readonly snapshot: Snapshot;
}

/** Offers to move the fields in a range to a new parent of their struct, or to a separate struct (LSP-62). */
export function extractFields(item: ast.Item, namespace: string, range: Span, snapshot: Snapshot): Action[] {
  // A struct with a list of subtypes cannot have a parent (SUB-2).
  if (item.kind !== "struct" || item.subtypes !== undefined) {
    return [];
  }
  const fields = item.fields.filter(({ extent }) => extent.start <= range.end && range.start <= extent.end);
  const type = { namespace, node: item };
  return fields.length === 0
    ? []
    : [...extractToParent({ type, fields, snapshot }), ...extractToStruct({ type, fields, snapshot })];
}

function listNames(fields: readonly ast.Field[]): string {
  return fields.length > 3 ? `${fields.length} fields` : fields.map(({ name }) => `'${name.text}'`).join(", ");
}

/**
 * Returns the lines of the fields. References in their documentation to other fields of the struct are qualified with
 * the name of the struct.
 */
function linesOf({ type, fields, snapshot }: Choice): string {
  const moved = new Set(fields.map(({ name }) => name.text));
  return fields
    .map(({ extent }) => linesText(wholeLines(extent, snapshot), snapshot))
    .join("")
    .trimEnd()
    .replace(/:field:`([\w-]+)`/g, (reference, name: string) =>
      moved.has(name) ? reference : `:field:\`${type.node.name.text}.${name}\``,
    );
}

function removeFields(fields: readonly ast.Field[], snapshot: Snapshot): TextEdit[] {
  return fields.map(({ extent }) => ({ ...wholeLines(extent, snapshot), text: "" }));
}

/**
 * Moves fields to a new parent. Messages do not change, because inherited fields are encoded like own ones (EVO-25).
 */
function extractToParent(choice: Choice): Action[] {
  const { type, fields, snapshot } = choice;
  const { node, namespace } = type;
  const { names } = snapshot;
  const isLeftEmpty = fields.length === node.fields.length && node.doc === undefined && node.examples.length === 0;
  const parent = names.parent(type)?.node;
  // A listed subtype has to extend the struct that lists it (SUB-3).
  const isListed = parent?.kind === "struct" && parent.subtypes !== undefined;
  if (isLeftEmpty || isListed) {
    return [];
  }
  const name = freeTypeName(`${node.name.text}Base`, namespace, names);
  const edits = (): TextEdit[] => {
    const written = node.parent && ` extends ${spanText(node.parent.extent)}`;
    return [
      node.parent === undefined
        ? insertAt(node.name.span, node.name.span.end, ` extends ${name}`)
        : replaceSpan(node.parent.extent, name),
      ...removeFields(fields, snapshot),
      insertBelow(node.extent, `\n\nstruct ${name}${written ?? ""}\n${linesOf(choice)}`),
    ];
  };
  return [
    {
      title: `Extract ${listNames(fields)} to the parent '${name}' (changes the API; nothing changes on the wire)`,
      kind: "refactor.extract",
      edits,
    },
  ];
}

/** Replaces the fields with a single field whose type is a new struct that contains them, also in examples. */
function extractToStruct(choice: Choice): Action[] {
  const { type, fields, snapshot } = choice;
  const { names } = snapshot;
  const owners = [type, ...names.descendants(type)];
  const isPatched = owners.some((owner) => names.patches(owner).length > 0);
  const isMentioned = fields.some((node) =>
    findOccurrences({ kind: "field", owner: type, node }, snapshot).some(
      ({ role }) => role !== "declaration" && role !== "entry",
    ),
  );
  const [first] = fields;
  if (isPatched || isMentioned || first === undefined) {
    return [];
  }
  const name = freeTypeName(`${type.node.name.text}Details`, type.namespace, names);
  const field = freeFieldName("details", type, names);
  const edits = (): TextEdit[] => {
    const { replaced, examples } = moveEntries(choice, owners, field);
    const [head, ...others] = removeFields(fields, snapshot);
    return [
      ...(head === undefined ? [] : [{ ...head, text: `    ${field} ${name}\n` }]),
      ...others,
      ...replaced,
      insertBelow(type.node.extent, `\n\nstruct ${name}\n${linesOf(choice)}${examples}`),
    ];
  };
  return [
    {
      title: `Extract ${listNames(fields)} to the struct '${name}' (changes the wire)`,
      kind: "refactor.extract",
      edits,
    },
  ];
}

/** Replaces the entries of the fields in each example with an entry that refers to an example of the new struct. */
function moveEntries(
  { fields }: Choice,
  owners: readonly DeclaredType[],
  field: string,
): { readonly replaced: readonly TextEdit[]; readonly examples: string } {
  const moved = new Set(fields.map(({ name }) => name.text));
  /** The entries of the new struct's examples, by label. */
  const bodies = new Map<string, string>();
  const replaced = owners.flatMap(({ node: owner }) =>
    owner.examples.flatMap((example) => {
      const entries = example.entries.filter(({ name }) => moved.has(name.text));
      const body = entries.map(({ extent }) => `\n        ${spanText(extent)}`).join("");
      const label = freeLabel(example.label.text, owner, body, bodies);
      bodies.set(label, body);
      const entry = `${field} = ${label}`;
      const [head, ...others] = entries;
      return head === undefined
        ? [insertBelow(example.entries.at(-1)?.extent ?? example.doc?.span ?? example.label.span, `\n        ${entry}`)]
        : [replaceSpan(head.extent, entry), ...others.map(({ extent }) => removeLines(extent))];
    }),
  );
  const examples = [...bodies].map(([label, body]) => `\n\n    example ${label}${body}`).join("");
  return { replaced, examples };
}

/** Returns the label of an example; if another body already has this label, one derived from the name of the type. */
function freeLabel(
  label: string,
  { name }: DeclaredType["node"],
  body: string,
  bodies: ReadonlyMap<string, string>,
): string {
  const isFree = (candidate: string): boolean => (bodies.get(candidate) ?? body) === body;
  let free = isFree(label) ? label : `${toSnakeCase(name.text)}_${label}`;
  while (!isFree(free)) {
    free += "_";
  }
  return free;
}

/**
 * Extracts the type of a field to an alias above its definition. A second action also replaces the type in all other
 * fields that have it (LSP-61).
 */
export function extractAlias(
  { item, field, namespace }: EnclosingNodes,
  { start }: Span,
  snapshot: Snapshot,
): Action[] {
  const type = field?.type;
  const isChosen = type !== undefined && start <= type.extent.end;
  if (!isChosen || item.kind === "annotation_type" || !canHaveAlias(field)) {
    return [];
  }
  const name = freeTypeName(toTypeName(field.name.text), namespace, snapshot.names);
  const written = writtenType(type);
  const edits = (types: readonly ast.TypeRef[]): TextEdit[] => [
    insertAbove(item.extent, `alias ${name} = ${written}\n\n`, snapshot),
    ...types.map((each) => replaceSpan(each.extent, `${name}${each.nullable ? "?" : ""}`)),
  ];
  const equal = typesOfFields(namespace, snapshot).filter((each) => writtenType(each) === written);
  const one: Action = {
    title: `Extract the type as the alias '${name}'`,
    kind: "refactor.extract",
    edits: () => edits([type]),
  };
  return equal.length < 2
    ? [one]
    : [
        one,
        {
          title: `Extract all ${equal.length} equal types in '${namespace}' as the alias '${name}'`,
          kind: "refactor.extract",
          edits: () => edits(equal),
        },
      ];
}

/**
 * Whether an alias can replace the type of a field. A redacted field cannot have an alias as its type (RED-1), and Void
 * cannot have an alias.
 */
function canHaveAlias(field: ast.Field | undefined): field is ast.Field {
  return (
    field?.type !== undefined &&
    field.type.name.text !== "Void" &&
    field.annotations.length === 0 &&
    field.inline === undefined
  );
}

/** Returns a type without its `?`. */
function writtenType(type: ast.TypeRef): string {
  return writeType(type).replace(/ ?\?$/, "");
}

/** Returns the types of the fields and tags of a namespace that an alias can replace. */
function typesOfFields(namespace: string, { names }: Snapshot): ast.TypeRef[] {
  const inFields = (fields: readonly ast.Field[]): ast.TypeRef[] =>
    fields.flatMap((field) => [
      ...(canHaveAlias(field) && field.type !== undefined ? [field.type] : []),
      ...inFields(field.inline?.fields ?? []),
    ]);
  return names.sections
    .filter((section) => section.namespace === namespace)
    .flatMap(({ items }) => items)
    .flatMap((item) =>
      item.kind === "struct" || item.kind === "union" || item.kind === "patch" ? inFields(item.fields) : [],
    );
}

/** Converts `file_size` to `FileSize`. */
export function toTypeName(field: string): string {
  return field.replace(/(?:^|[_-]+)([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/**
 * Inlines an alias wherever it is used. An alias that has annotations is not inlined, because it does more than name a
 * type.
 */
export function inlineAlias({ item, namespace }: EnclosingNodes, snapshot: Snapshot): Action[] {
  if (item.kind !== "alias" || item.annotations.length > 0) {
    return [];
  }
  const { names } = snapshot;
  const uses = findOccurrences({ kind: "definition", namespace, node: item }, snapshot).filter(
    ({ role }) => role !== "declaration",
  );
  const isSimple = uses.every(
    ({ role, span }) =>
      role === "type" &&
      names.sectionsOf(span.source.path)[0]?.namespace === namespace &&
      !(item.type.nullable && span.source.text[span.end] === "?"),
  );
  const written = spanText(item.type.extent);
  return uses.length === 0 || !isSimple
    ? []
    : [
        {
          title: `Inline the alias '${item.name.text}'`,
          kind: "refactor.inline",
          edits: () => [
            ...uses.map(({ span }) => replaceSpan(span, written)),
            removeWholeLines(wholeLines(item.extent, snapshot), snapshot),
          ],
        },
      ];
}

/**
 * Returns a name for a definition that is not used in a namespace: the wanted name, followed by a number if necessary.
 */
export function freeTypeName(wanted: string, namespace: string, names: Names): string {
  const namespaceNames = names.namespaces.get(namespace);
  const taken = new Set(
    [
      ...(namespaceNames?.definitions.keys() ?? []),
      ...(namespaceNames?.routes.keys() ?? []),
      ...(namespaceNames?.imports.keys() ?? []),
      namespace,
    ].map(canonicalName),
  );
  return firstFree(wanted, (name) => taken.has(canonicalName(name)) || isBuiltinType(name));
}

/** Returns a field name that is not used in a struct, its ancestors and its descendants. */
function freeFieldName(wanted: string, type: DeclaredType, names: Names): string {
  const related = [type, ...names.descendants(type)].flatMap((each) => allFields(each, names));
  const taken = new Set(related.map(({ node }) => node.name.text));
  return firstFree(wanted, (name) => taken.has(name));
}

function firstFree(wanted: string, isTaken: (name: string) => boolean): string {
  let name = wanted;
  for (let number = 2; isTaken(name); number++) {
    name = `${wanted}${number}`;
  }
  return name;
}
