import type { TextEdit } from "../../../src/language-server/features/edits.js";
import type { SourceFile } from "../../../src/text/source.js";

/** The files after edits, which do not overlap. Of several at one place, the first comes first, as in editors. */
export function applyEdits(files: readonly SourceFile[], edits: readonly TextEdit[]): SourceFile[] {
  return files.map(({ path, text }) => {
    const own = edits.filter((edit) => edit.path === path).toReversed();
    own.sort((a, b) => b.start - a.start);
    return { path, text: own.reduce((at, edit) => at.slice(0, edit.start) + edit.text + at.slice(edit.end), text) };
  });
}
