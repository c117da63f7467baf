import { getIndentation, IndentContext, indentUnit } from "@codemirror/language";
import { EditorState } from "@codemirror/state";
import { expect, test } from "vitest";
import { indentation } from "../../src/playground/page/editor/spec-editor.js";

test.each([
  ["the first line of a definition", "struct S|", 4],
  ["a field", "struct S\n    a String|", 4],
  ["an example", "struct S\n    a String\n\n    example default|", 8],
  ["an empty line", "struct S\n    a String\n|", 0],
  ["a line of spaces", "struct S\n    a String\n    |", 0],
  ["the start of a definition", "struct S\n    a String\n\n|struct T", 0],
  ["the indentation of a field", "struct S\n    |a String", 4],
])("the playground indents a line that is inserted after %s", (_, text, width) => {
  const at = text.indexOf("|");
  const extensions = [indentation, indentUnit.of("    ")];
  const state = EditorState.create({ doc: text.replace("|", ""), extensions });
  expect(getIndentation(new IndentContext(state, { simulateBreak: at }), at)).toBe(width);
});
