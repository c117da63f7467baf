import type * as ast from "../../../syntax/ast.js";
import {
  insertAt,
  insertBelow,
  removeLines,
  replaceSpan,
  spanText,
  indentationAt,
  withSpaceBefore,
  lineEnd,
} from "../edits.js";
import { enclosingNodes } from "../places.js";
import { toSnakeCase } from "../../../ir/names.js";
import { isType, type DeclaredType } from "../../symbols/names.js";
import type { FindingContext, Fix } from "./action.js";

/** Returns the span of the `?` after a reference. */
function questionMark({ extent }: ast.TypeRef) {
  return { ...extent, start: extent.end - 1 };
}

export function removeQuestionMark({ snapshot, finding }: FindingContext): Fix[] {
  const nodes = enclosingNodes(snapshot, finding.span);
  const ref = nodes?.reference ?? nodes?.field?.type ?? (nodes?.item.kind === "struct" ? nodes.item.parent : undefined);
  if (ref?.nullable === true) {
    return [{ title: "Remove the '?'", isPreferred: true, edits: () => [replaceSpan(questionMark(ref), "")] }];
  }
  // The `?` was not parsed as part of a type: it is in the span of the finding, or after it on the line.
  const { source, start } = finding.span;
  const line = source.text.slice(start, lineEnd(source.text, start));
  const at = line.lastIndexOf("?");
  return at === -1
    ? []
    : [
        {
          title: "Remove the '?'",
          isPreferred: true,
          edits: () => [replaceSpan({ source, start: start + at, end: start + at + 1 }, "")],
        },
      ];
}

export function removeDefault({ snapshot, finding }: FindingContext): Fix[] {
  const field = enclosingNodes(snapshot, finding.span)?.field;
  const type = field?.type;
  const value = field?.default;
  return type === undefined || value === undefined
    ? []
    : [
        {
          title: "Remove the default",
          edits: () => [replaceSpan({ ...value.span, start: type.extent.end }, "")],
        },
      ];
}

export function fixNullableWithDefault(context: FindingContext): Fix[] {
  const value = enclosingNodes(context.snapshot, context.finding.span)?.field?.default;
  const isNull = value?.kind === "literal" && value.value === null;
  return [...(isNull ? [] : removeQuestionMark(context)), ...removeDefault(context)];
}

export function removeFieldType({ snapshot, finding }: FindingContext): Fix[] {
  const type = enclosingNodes(snapshot, finding.span)?.field?.type;
  return type === undefined
    ? []
    : [{ title: "Remove the type", isPreferred: true, edits: () => [replaceSpan(withSpaceBefore(type.extent), "")] }];
}

export function removeField({ snapshot, finding }: FindingContext): Fix[] {
  const { field, type, item } = enclosingNodes(snapshot, finding.span) ?? {};
  const body = item?.kind === "patch" ? item : type?.node;
  // A body cannot be empty.
  const isLast =
    body?.fields.length === 1 && body.examples.length === 0 && (body.kind === "patch" || body.doc === undefined);
  return field === undefined || isLast
    ? []
    : [{ title: `Remove '${field.name.text}'`, edits: () => [removeLines(field.extent)] }];
}

export function removeAnnotation({ snapshot, finding }: FindingContext): Fix[] {
  const ref = enclosingNodes(snapshot, finding.span)?.annotation;
  return ref === undefined
    ? []
    : [{ title: `Remove '${spanText(ref.span)}'`, isPreferred: true, edits: () => [removeLines(ref.extent)] }];
}

/** Returns the span of the keyword of a union. */
function unionWord({ extent, closed }: ast.Union) {
  return { ...extent, end: extent.start + (closed ? "union_closed" : "union").length };
}

export function fixClosedExtendsOpen({ snapshot, finding }: FindingContext): Fix[] {
  const type = enclosingNodes(snapshot, finding.span)?.type;
  const parent = type && snapshot.names.parent(type);
  if (type?.node.kind !== "union") {
    return [];
  }
  const { node } = type;
  const open: Fix = {
    title: `Open '${node.name.text}'`,
    isPreferred: true,
    edits: () => [replaceSpan(unionWord(node), "union")],
  };
  return parent?.node.kind === "union" && !parent.node.closed && parent.node.parent === undefined
    ? [open, closeUnion(parent.node)]
    : [open];
}

function closeUnion(node: ast.Union): Fix {
  return { title: `Close '${node.name.text}'`, edits: () => [replaceSpan(unionWord(node), "union_closed")] };
}

/** Changes the keyword after `patch` to that of the patched type. */
export function fixPatchKeyword({ snapshot, finding }: FindingContext): Fix[] {
  const nodes = enclosingNodes(snapshot, finding.span);
  const item = nodes?.item;
  if (nodes === undefined || item?.kind !== "patch") {
    return [];
  }
  const target = snapshot.names.definition(nodes.namespace, item.name.text);
  if (target === undefined || !isType(target)) {
    return [];
  }
  const { node } = target;
  const word = node.kind === "union" && node.closed ? "union_closed" : node.kind;
  if (word === "struct" && item.fields.some(({ type }) => type === undefined)) {
    return [];
  }
  const head = spanText({ ...item.extent, end: item.name.span.start });
  const start = item.extent.start + head.lastIndexOf(item.target);
  const span = { ...item.extent, start, end: start + item.target.length };
  return [{ title: `Change to 'patch ${word}'`, isPreferred: true, edits: () => [replaceSpan(span, word)] }];
}

/** Adds a struct to the list of subtypes of the struct that it extends. */
export function listSubtype({ snapshot, finding }: FindingContext): Fix[] {
  const type = enclosingNodes(snapshot, finding.span)?.type;
  const [, name] = /^'([^']+)'/.exec(finding.message) ?? [];
  const list = type?.node.kind === "struct" ? type.node.subtypes : undefined;
  const last = list?.members.at(-1);
  const child = type && snapshot.names.children(type).find(({ node }) => node.name.text === name);
  if (type === undefined || list === undefined || last === undefined || child === undefined) {
    return [];
  }
  const written =
    child.namespace === type.namespace ? child.node.name.text : `${child.namespace}.${child.node.name.text}`;
  const text = `\n${indentationAt(last.extent)}${freeTag(child, type)} ${written}`;
  return [{ title: `List '${written}'`, isPreferred: true, edits: () => [insertBelow(last.extent, text)] }];
}

/** Returns a tag derived from the name of a subtype, with underscores appended while the tag is taken. */
function freeTag({ node }: DeclaredType, owner: DeclaredType): string {
  const members = owner.node.kind === "struct" ? (owner.node.subtypes?.members ?? []) : [];
  const taken = new Set([...members, ...owner.node.fields].map(({ name }) => name.text));
  let tag = toSnakeCase(node.name.text);
  while (taken.has(tag)) {
    tag += "_";
  }
  return tag;
}

/** Makes a listed subtype extend the struct that lists it. */
export function extendParent({ snapshot, finding }: FindingContext): Fix[] {
  const nodes = enclosingNodes(snapshot, finding.span);
  const { subtype, type } = nodes ?? {};
  const declared = nodes && subtype && snapshot.names.referred(nodes.namespace, subtype.type);
  if (type === undefined || declared?.node.kind !== "struct" || declared.node.parent !== undefined) {
    return [];
  }
  const { name } = declared.node;
  const parent =
    declared.namespace === type.namespace ? type.node.name.text : `${type.namespace}.${type.node.name.text}`;
  return [
    {
      title: `Let '${name.text}' extend '${parent}'`,
      isPreferred: true,
      edits: () => [insertAt(name.span, name.span.end, ` extends ${parent}`)],
    },
  ];
}
