import type { Span } from "../../../text/span.js";
import type * as ast from "../../../syntax/ast.js";
import { replaceSpan, spanText } from "../edits/spans.js";
import { insertAbove, removeWholeLines, wholeLines } from "../edits/whole-lines.js";
import type { TextEdit } from "../edits/text-edit.js";
import type { EnclosingNodes } from "../enclosing-nodes.js";
import type { Snapshot } from "../project.js";
import { findOccurrences } from "../references.js";
import { writeType } from "../type-text.js";
import type { Action } from "./action.js";
import { freeTypeName } from "./free-name.js";

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
