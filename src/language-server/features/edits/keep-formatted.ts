import { format } from "../../../format/format.js";
import type * as ast from "../../../syntax/ast.js";
import { itemTextAt } from "../places.js";
import type { Snapshot } from "../project.js";
import type { TextEdit } from "./text-edit.js";

/** Returns the edits, and formats their result in items that were formatted before (LSP-64). */
export function keepFormatted(edits: readonly TextEdit[], { files }: Snapshot, lineWidth: number): TextEdit[] {
  const paths = new Set(edits.map(({ path }) => path));
  return [...paths].flatMap((path) => {
    const file = files.get(path);
    const own = edits.filter((edit) => edit.path === path);
    return file === undefined ? own : keepFileFormatted(file, own, lineWidth);
  });
}

/** Formats only the changed items and their neighbors, because the blank lines between two items depend on both. */
function keepFileFormatted(file: ast.SpecFile, edits: readonly TextEdit[], lineWidth: number): readonly TextEdit[] {
  const start = startOfItem(file, Math.min(...edits.map((edit) => edit.start)), -1) ?? 0;
  const end = startOfItem(file, Math.max(...edits.map((edit) => edit.end)), 2) ?? file.source.text.length;
  const before = file.source.text.slice(start, end);
  const [blankLines = ""] = /\n*$/.exec(before) ?? [];
  const formatted = (text: string): string | undefined =>
    format(text, { lineWidth }).text?.replace(/\n*$/, () => blankLines);
  if (formatted(before) !== before) {
    return edits;
  }
  const after = applyEdits(before, start, edits);
  const wanted = formatted(after);
  return wanted === undefined || wanted === after ? edits : [changeBetween(file.path, start, before, wanted)];
}

/** Returns the start of an item, `distance` items after the one at an offset; undefined if there is none. */
function startOfItem(file: ast.SpecFile, offset: number, distance: number): number | undefined {
  const item = itemTextAt(file, offset);
  return item && file.itemTexts[file.itemTexts.indexOf(item) + distance]?.source.offsetInFile(0);
}

function applyEdits(text: string, base: number, edits: readonly TextEdit[]): string {
  return edits
    .map((edit, index) => ({ edit, index }))
    .sort((a, b) => b.edit.start - a.edit.start || b.index - a.index)
    .reduce((at, { edit }) => at.slice(0, edit.start - base) + edit.text + at.slice(edit.end - base), text);
}

/** Returns a single edit from the first difference to the last. */
function changeBetween(path: string, base: number, before: string, after: string): TextEdit {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) {
    start++;
  }
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) {
    end++;
  }
  return { path, start: base + start, end: base + before.length - end, text: after.slice(start, after.length - end) };
}
