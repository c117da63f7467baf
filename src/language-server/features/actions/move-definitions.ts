import type * as ast from "../../../syntax/ast.js";
import type { Span } from "../../../text/span.js";
import type { Section } from "../../symbols/names.js";
import {
  linesText,
  removeWholeLines,
  wholeLines,
  indentationAt,
  insertBelow,
  removeLines,
  spanText,
  beginsLine,
  type TextEdit,
} from "../edits.js";
import { enclosingNodes, toFileRange, type EnclosingNodes } from "../places.js";
import { scan } from "../line-context.js";
import type { Snapshot } from "../project.js";
import { findOccurrences } from "../navigation.js";
import type { Action } from "./action.js";
import { qualifiersIn } from "./organize-imports.js";

/**
 * Moves a definition to the end of another file of its namespace (LSP-61). Imports apply to all files of a namespace (NS-4),
 * so the definition keeps its meaning there.
 */
export function moveToFile({ item, namespace }: EnclosingNodes, at: Span, snapshot: Snapshot): Action[] {
  if (item.kind === "namespace" || item.kind === "import" || at.start > item.name.span.end) {
    return [];
  }
  const sourcePath = item.extent.source.path;
  const others = snapshot.names.sections.filter(
    (section) => section.namespace === namespace && section.path !== sourcePath,
  );
  return others.map(({ path }): Action => ({
    title: `Move '${item.name.text}' to '${fileName(path)}'`,
    kind: "refactor.rewrite",
    edits: () => {
      const lines = wholeLines(item.extent, snapshot);
      const text = snapshot.files.get(path)?.source.text ?? "";
      const end = text.trimEnd().length;
      return [
        removeWholeLines(lines, snapshot),
        { path, start: end, end: text.length, text: `\n\n${linesText(lines, snapshot)}` },
      ];
    },
  }));
}

function fileName(path: string): string {
  return decodeURIComponent(path.slice(path.lastIndexOf("/") + 1));
}

/**
 * Splits a file that contains routes and other definitions: all other definitions move to `NAMESPACE_types.stone`
 * (LSP-61).
 */
export function splitFile({ item, namespace }: EnclosingNodes, snapshot: Snapshot): Action[] {
  const { path } = item.extent.source;
  const [section, ...others] = snapshot.names.sectionsOf(path);
  if (item.kind !== "namespace" || section === undefined || others.length > 0) {
    return [];
  }
  const isMoved = ({ kind }: ast.Item): boolean => kind !== "namespace" && kind !== "import" && kind !== "route";
  const moved = section.items.filter(isMoved);
  const newPath = `${path.slice(0, path.lastIndexOf("/") + 1)}${namespace}_types.stone`;
  if (moved.length === 0 || !section.items.some(({ kind }) => kind === "route") || snapshot.files.has(newPath)) {
    return [];
  }
  return [
    {
      title: `Move all but the routes to '${fileName(newPath)}'`,
      kind: "refactor.rewrite",
      newFile: { path: newPath, text: () => textOfNewFile(section, moved, snapshot) },
      edits: () => [withoutItems(path, moved, snapshot)],
    },
  ];
}

function textOfNewFile({ namespace, items }: Section, moved: readonly ast.Item[], snapshot: Snapshot): string {
  const used = qualifiersIn(moved, namespace, snapshot.names);
  const imports = items.flatMap((item) => (item.kind === "import" && used.has(item.name.text) ? [item.name.text] : []));
  const definitions = moved.map(({ extent }) => `\n${linesText(wholeLines(extent, snapshot), snapshot)}`);
  return [
    `namespace ${namespace}\n`,
    ...(imports.length === 0 ? [] : [`\n${imports.map((name) => `import ${name}\n`).join("")}`]),
    ...definitions,
  ].join("");
}

/** Removes items from a file. Returns a single edit, from the first of the items to the end of the file. */
function withoutItems(path: string, moved: readonly ast.Item[], snapshot: Snapshot): TextEdit {
  const text = snapshot.files.get(path)?.source.text ?? "";
  const removed = moved.map(({ extent }) => removeWholeLines(wholeLines(extent, snapshot), snapshot));
  const start = removed[0]?.start ?? text.length;
  let at = start;
  let left = "";
  for (const edit of removed) {
    left += text.slice(at, edit.start);
    at = Math.max(at, edit.end);
  }
  return { path, start, end: text.length, text: `${(left + text.slice(at)).trimEnd()}\n` };
}

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
