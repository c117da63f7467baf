import { expect, test } from "vitest";
import { indentNewLine } from "../../../src/language-server/features/formatting.js";
import { Project } from "../../../src/language-server/features/project.js";

/** The line that the Enter key begins at the end of a text, with the indentation that the editor has copied. */
function newLineAfter(text: string): string {
  const start = text.length + 1;
  const [copied = ""] = /^ */.exec(text.slice(text.lastIndexOf("\n") + 1)) ?? [];
  const project = new Project();
  project.setFiles([{ path: "a.stone", text: `${text}\n${copied}` }]);
  const [edit] = indentNewLine(project.snapshot, "a.stone", start + copied.length);
  return edit?.text ?? copied;
}

const type = "namespace a\n\nstruct A\n";

test.each([
  ["the head of a type", "namespace a\n\nstruct A", "    "],
  ["a field", `${type}    f String`, "    "],
  ["documentation", `${type}    "What it is."`, "    "],
  ["documentation with indented lines", `${type}    "One of:\n\n        - this,\n        - that."`, "    "],
  ["documentation whose lines lack indentation", `${type}    f String\n        "What\nit is."`, "        "],
  ["types that extend over lines", "namespace a\n\nroute r(\n    A,\n    Void, Void)", "    "],
  ["arguments that extend over lines", `${type}    f String(\n        min_length=1)`, "    "],
  ["a line inside documentation", `${type}    "First\n      second`, "      "],
])("LSP-70: a new line after %s is indented as what comes next", (_, text, indentation) => {
  expect(newLineAfter(text)).toBe(indentation);
});
