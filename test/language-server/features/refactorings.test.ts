import { describe, expect, test } from "vitest";
import { compile } from "../../../src/compiler/compile.js";
import { format } from "../../../src/format/format.js";
import { findRefactorings } from "../../../src/language-server/features/actions/refactorings.js";
import { keepFormatted } from "../../../src/language-server/features/formatting.js";
import { visitItem } from "../../../src/language-server/symbols/occurrences.js";
import { toFileRange } from "../../../src/language-server/features/places.js";
import { Project } from "../../../src/language-server/features/project.js";
import { corpusFolder } from "../../support/corpus.js";
import { specFiles } from "../../support/spec-files.js";
import { applyEdits } from "./apply-edits.js";

/** Which change what messages are valid, so that they may contradict examples. */
const contradictsExamples = /^(?:Open|Close|Make) .*changes the wire/;

describe("a refactoring", () => {
  test.each(["clinic", "transit", "wirelab"])(
    "LSP-61 to LSP-64: a refactoring of the specification %s leaves no errors, and what is formatted",
    (corpus) => {
      const files = specFiles(corpusFolder(corpus)).map(({ path, text }) => ({
        path,
        text: format(text).text ?? text,
      }));
      const texts = new Set(files.map(({ text }) => text));
      const project = new Project();
      project.setFiles(files);
      const { snapshot } = project;
      const { names } = snapshot;
      const tried = new Map<string, number>();
      const broken: string[] = [];
      for (const { path, namespace, items } of names.sections) {
        for (const item of items) {
          const visit = ({ span }: Parameters<Parameters<typeof visitItem>[1]["visit"]>[0]): void => {
            const { start } = toFileRange(span);
            for (const action of findRefactorings(snapshot, path, start, start)) {
              const kind = action.title.replace(/'.*?'|\d+/g, "…");
              const count = tried.get(kind) ?? 0;
              // Each kind a few times.
              if (count < 2 && !contradictsExamples.test(action.title)) {
                tried.set(kind, count + 1);
                const { newFile } = action;
                const added = newFile === undefined ? [] : [{ path: newFile.path, text: newFile.text() }];
                const changed = applyEdits(files, keepFormatted(action.edits(), snapshot, 100));
                const { diagnostics } = compile([...changed, ...added]);
                for (const { text } of [...changed, ...added].filter((file) => !texts.has(file.text))) {
                  expect.soft(format(text).text, action.title).toBe(text);
                }
                const errors = diagnostics.filter(({ severity }) => severity === "error");
                broken.push(...errors.map(({ message }) => `${action.title}: ${message}`));
              }
            }
          };
          visitItem(item, { namespace, names, visit });
        }
      }
      expect(tried.size).toBeGreaterThan(1);
      expect(broken).toEqual([]);
    },
  );
});
