import { indentService } from "@codemirror/language";
import type { Extension } from "@codemirror/state";

/** Matches lines after which a new level starts. */
const opening =
  /^\s*(?:struct|union|union_closed|route|patch|annotation_type|example|attrs)\b|^\s*\w+ (?:struct|union|union_closed)\s*$/;

/**
 * Indents a new line like the previous one, and more deeply after the first line of a definition. After an empty line, a
 * definition starts, so that the new line is not indented.
 */
export const indentation: Extension = indentService.of(({ state, unit, simulatedBreak }, at) => {
  const { text, number } = state.doc.lineAt(at);
  const before = text.slice(0, at - state.doc.line(number).from);
  if (before.trim() === "" && simulatedBreak !== null) {
    return text.trim() === "" ? 0 : before.length;
  }
  const line = before.trim() === "" && number > 1 ? state.doc.line(number - 1).text : before;
  const width = /^ */.exec(line)?.[0].length ?? 0;
  return opening.test(line) ? width + unit : width;
});
