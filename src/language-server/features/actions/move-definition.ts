import type { Span } from "../../../text/span.js";
import type * as ast from "../../../syntax/ast.js";
import { linesText, removeWholeLines, wholeLines } from "../edits/whole-lines.js";
import type { TextEdit } from "../edits/text-edit.js";
import type { EnclosingNodes } from "../enclosing-nodes.js";
import type { Section } from "../../symbols/names.js";
import type { Snapshot } from "../project.js";
import type { Action } from "./action.js";
import { qualifiersIn } from "./qualifiers.js";

/**
 * Moves a definition to the end of another file of its namespace (LSP-61). Imports apply to all files of a namespace (NS-4),
 * so the definition keeps its meaning there.
 */
export function moveToFile({ item, namespace }: EnclosingNodes, at: Span, snapshot: Snapshot): Action[] {
  if (item.kind === "namespace" || item.kind === "import" || at.start > item.name.span.end) {
    return [];
  }
  const own = item.extent.source.path;
  const others = snapshot.names.sections.filter((section) => section.namespace === namespace && section.path !== own);
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
