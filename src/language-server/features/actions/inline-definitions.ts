import type * as ast from "../../../syntax/ast.js";
import { indentationAt, insertBelow, removeLines, spanText } from "../edits/spans.js";
import { linesText, removeWholeLines, wholeLines } from "../edits/whole-lines.js";
import type { TextEdit } from "../edits/text-edit.js";
import { enclosingNodes, type EnclosingNodes } from "../enclosing-nodes.js";
import { beginsLine } from "../lines.js";
import { toFileRange } from "../places.js";
import type { Snapshot } from "../project.js";
import { findOccurrences } from "../references.js";
import { scan } from "../scan.js";
import type { Action } from "./action.js";

/** Moves a definition below a field to the top level (LSP-61). */
export function moveToTopLevel({ field, item }: EnclosingNodes): Action[] {
  const inline = field?.inline;
  if (inline === undefined || field?.type === undefined || !canBeIndented(spanText(inline.extent))) {
    return [];
  }
  const edits = (): TextEdit[] => {
    const indentation = indentationAt(inline.extent);
    const [head = "", ...lines] = spanText(inline.extent).split("\n");
    const named = head.replace(/^\w+/, (word) => `${word} ${inline.name.text}`);
    const body = lines.map((line) => (line.startsWith(indentation) ? line.slice(indentation.length) : line));
    return [removeLines(inline.extent), insertBelow(item.extent, `\n\n${[named, ...body].join("\n")}`)];
  };
  return [{ title: `Move '${inline.name.text}' to the top level`, kind: "refactor.rewrite", edits }];
}

/**
 * Moves a definition below the only field that uses it. The action is offered on the definition and on the field
 * (LSP-61).
 */
export function moveBelowField(nodes: EnclosingNodes, snapshot: Snapshot): Action[] {
  const { names } = snapshot;
  const { item, namespace, reference, field: chosen } = nodes;
  const isAtType = reference !== undefined && reference === chosen?.type;
  const named = chosen === undefined ? item : isAtType ? names.referred(namespace, reference)?.node : undefined;
  if (named?.kind !== "struct" && named?.kind !== "union") {
    return [];
  }
  const field = onlyField(named, namespace, snapshot);
  if (field === undefined || !canBeIndented(spanText(named.extent))) {
    return [];
  }
  const edits = (): TextEdit[] => {
    const indentation = `${indentationAt(field.extent)}    `;
    const { start } = toFileRange(named.extent);
    const lines = wholeLines(named.extent, snapshot);
    const comments = start === lines.start ? "" : linesText({ ...lines, end: start }, snapshot);
    const rest = linesText({ ...lines, start: start + named.name.span.end - named.extent.start }, snapshot);
    const keyword = named.kind === "union" && named.closed ? "union_closed" : named.kind;
    const text = `${comments}${keyword}${rest}`.trimEnd();
    const indented = text.replace(/^(?=.)/gm, indentation);
    return [removeWholeLines(lines, snapshot), insertBelow(field.extent, `\n${indented}`)];
  };
  return [{ title: `Move '${named.name.text}' below the field '${field.name.text}'`, kind: "refactor.rewrite", edits }];
}

/**
 * Returns the field that has the type itself as its type, if nothing but this field and documentation refers to the
 * type.
 */
function onlyField(node: ast.Struct | ast.Union, namespace: string, snapshot: Snapshot): ast.Field | undefined {
  const uses = findOccurrences({ kind: "definition", namespace, node }, snapshot).filter(
    ({ role }) => role !== "declaration" && role !== "documentation",
  );
  const [use] = uses;
  if (use?.role !== "type" || uses.length > 1 || use.span.source === node.extent.source) {
    return undefined;
  }
  const { field, item } = enclosingNodes(snapshot, use.span) ?? {};
  const isExact = field?.type?.name.span.start === use.span.start && field.type.qualifier === undefined;
  return isExact && field.inline === undefined && item?.kind !== "annotation_type" ? field : undefined;
}

/** Whether code keeps its meaning if its indentation changes: strings other than documentation must be on one line. */
function canBeIndented(text: string): boolean {
  return [...scan(text)].every(
    (piece) => piece.kind !== "string" || !piece.text.includes("\n") || beginsLine(text, piece.start),
  );
}
