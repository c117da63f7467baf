import type { Span } from "../../../text/span.js";
import type * as ast from "../../../syntax/ast.js";
import { insertAt, insertBelow, removeLines, replaceSpan, spanText } from "../edits/spans.js";
import { linesText, wholeLines } from "../edits/whole-lines.js";
import type { TextEdit } from "../edits/text-edit.js";
import type { DeclaredType } from "../../symbols/names.js";
import type { Snapshot } from "../project.js";
import { findOccurrences } from "../references.js";
import { toSnakeCase } from "../../../lint/names.js";
import type { Action } from "./action.js";
import { freeFieldName, freeTypeName } from "./free-name.js";

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
