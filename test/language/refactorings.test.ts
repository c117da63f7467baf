import { describe, expect, test } from "vitest";
import { compile } from "../../src/compiler/compile.js";
import { findRefactorings } from "../../src/language/actions/refactorings.js";
import { visitItem } from "../../src/language/occurrences.js";
import { toFileRange } from "../../src/language/places.js";
import { Project } from "../../src/language/project.js";
import { corpusFolder } from "../corpus.js";
import { specFiles } from "../spec-files.js";
import { applyEdits } from "./apply-edits.js";

/** Refactorings that change what messages are valid may contradict examples or other definitions. */
const changesTypes = "changes the wire";

describe("a refactoring", () => {
  test.each(["clinic", "transit", "wirelab"])("of the specification %s leaves no errors", (corpus) => {
    const files = specFiles(corpusFolder(corpus));
    const project = new Project();
    project.setFiles(files);
    const { snapshot } = project;
    const { names } = snapshot;
    const tried = new Map<string, number>();
    const broken: string[] = [];
    for (const { path, namespace, items } of names.sections) {
      for (const item of items) {
        const visit = ({ span }: Parameters<Parameters<typeof visitItem>[1]["visit"]>[0]): void => {
          for (const action of findRefactorings(snapshot, path, toFileRange(span).start)) {
            const kind = action.title.replace(/'.*?'|\d+/g, "…");
            const count = tried.get(kind) ?? 0;
            // Each kind a few times.
            if (count < 4 && !action.title.includes(changesTypes)) {
              tried.set(kind, count + 1);
              const { diagnostics } = compile(applyEdits(files, action.edits()));
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
  });
});
