import type * as ast from "../../../syntax/ast.js";
import { indentationAt, insertBelow, removeLines, replaceSpan, type TextEdit } from "../edits.js";
import { enclosingNodes } from "../places.js";
import { fittingValue } from "../fitting-value.js";
import { textOf } from "../hover.js";
import type { DeclaredType } from "../../symbols/names.js";
import type { Snapshot } from "../project.js";
import { findField, routeSchema, type FieldOf } from "../../symbols/type-lookup.js";
import { quotedNames, type FindingContext, type Fix } from "./action.js";

/** Adds a missing required field to the example, or to all examples of the type that lack it. */
export function addMissingField({ snapshot, finding }: FindingContext): Fix[] {
  const nodes = enclosingNodes(snapshot, finding.span);
  const { type, example } = nodes ?? {};
  const name = quotedNames(finding).at(-1);
  const field = type && name !== undefined ? findField(type, name, snapshot.names) : undefined;
  if (type === undefined || example === undefined || field === undefined || name === undefined) {
    return [];
  }
  const lacking = type.node.examples.filter(({ entries }) => entries.every((entry) => entry.name.text !== name));
  const one: Fix = { title: `Add '${name}'`, isPreferred: true, edits: () => [addEntry(example, field, snapshot)] };
  return lacking.length < 2
    ? [one]
    : [
        one,
        {
          title: `Add '${name}' to all examples of '${type.node.name.text}'`,
          edits: () => lacking.map((each) => addEntry(each, field, snapshot)),
        },
      ];
}

function addEntry(example: ast.Example, field: FieldOf, { names }: Snapshot): TextEdit {
  const last = example.entries.at(-1);
  const text = `${field.node.name.text} = ${fittingValue(field, names)}`;
  const indentation = last === undefined ? `${indentationAt(example.extent)}    ` : indentationAt(last.extent);
  return insertBelow(last?.extent ?? example.doc?.span ?? example.label.span, `\n${indentation}${text}`);
}

export function removeEntry({ snapshot, finding }: FindingContext): Fix[] {
  const { entry, example } = enclosingNodes(snapshot, finding.span) ?? {};
  // The fix must leave a valid example.
  return entry === undefined || example === undefined || (example.doc !== undefined && example.entries.length === 1)
    ? []
    : [{ title: `Remove '${entry.name.text}'`, edits: () => [removeLines(entry.extent)] }];
}

/** Sets a tag without a value to `null`. */
export function writeNull({ snapshot, finding }: FindingContext): Fix[] {
  const { entry } = enclosingNodes(snapshot, finding.span) ?? {};
  return entry === undefined
    ? []
    : [{ title: "Change to 'null'", isPreferred: true, edits: () => [replaceSpan(entry.value.extent, "null")] }];
}

/** Creates the example that a label refers to. */
export function createExample({ snapshot, finding }: FindingContext): Fix[] {
  const [typeName, label] = quotedNames(finding);
  const type = [...snapshot.names.types()].find(({ node }) => node.name.text === typeName);
  return type === undefined || label === undefined || type.node.kind !== "struct" || type.node.subtypes !== undefined
    ? []
    : [
        {
          title: `Create the example '${label}' in '${typeName ?? ""}'`,
          edits: () => [addExample(type, label, snapshot)],
        },
      ];
}

/** Returns the edit that adds an example with a value for each required field. */
export function addExample(type: DeclaredType, label: string, { names }: Snapshot): TextEdit {
  const { node } = type;
  const indentation = bodyIndentation(node);
  const fields = names
    .lineage(type)
    .toReversed()
    .flatMap((owner) => names.fields(owner).map((field): FieldOf => ({ owner, node: field })))
    .filter((field) => field.node.default === undefined && field.node.type?.nullable !== true);
  const lines = fields.map((field) => `\n${indentation}    ${field.node.name.text} = ${fittingValue(field, names)}`);
  return insertBelow(node.extent, `\n\n${indentation}example ${label}${lines.join("")}`);
}

function bodyIndentation({ extent }: ast.Struct | ast.Union): string {
  return `${indentationAt(extent)}    `;
}

/** Adds an attribute that the schema requires. */
export function addAttribute({ snapshot, finding }: FindingContext): Fix[] {
  const item = enclosingNodes(snapshot, finding.span)?.item;
  const name = quotedNames(finding).at(-1);
  const schema = routeSchema(snapshot.names);
  const field = schema && name !== undefined ? findField(schema, name, snapshot.names) : undefined;
  if (item?.kind !== "route" || field === undefined || name === undefined) {
    return [];
  }
  const last = item.attributes.at(-1);
  const text = `${name} = ${fittingValue(field, snapshot.names)}`;
  const edit = (): TextEdit =>
    last === undefined
      ? insertBelow(item.extent, `${item.doc === undefined ? "\n" : "\n\n"}    attrs\n        ${text}`)
      : insertBelow(last.extent, `\n${indentationAt(last.extent)}${text}`);
  return [{ title: `Add '${text}'`, isPreferred: true, edits: () => [edit()] }];
}

export function removeAttribute({ snapshot, finding }: FindingContext): Fix[] {
  const { item, attribute } = enclosingNodes(snapshot, finding.span) ?? {};
  return attribute === undefined || item?.kind !== "route" || item.attributes.length < 2
    ? []
    : [
        {
          title: `Remove '${attribute.name.text} = ${textOf(attribute.value)}'`,
          edits: () => [removeLines(attribute.extent)],
        },
      ];
}
