import { describe, expect, test } from "vitest";
import { compile } from "../../../src/compiler/compile.js";
import { visitItem } from "../../../src/language-server/symbols/occurrences.js";
import { toFileRange, type FileRange } from "../../../src/language-server/features/places.js";
import { Project, type Snapshot } from "../../../src/language-server/features/project.js";
import { rename } from "../../../src/language-server/features/rename.js";
import type { SourceFile } from "../../../src/text/source.js";
import { corpusFolder } from "../../support/corpus.js";
import { specFiles } from "../../support/spec-files.js";
import { applyEdits } from "./apply-edits.js";

function snapshotOf(files: readonly SourceFile[]): Snapshot {
  const project = new Project();
  project.setFiles(files);
  return project.snapshot;
}

/** Where names are declared, in the order of the files. */
function declarations({ names }: Snapshot): (FileRange & { readonly text: string })[] {
  const places: (FileRange & { readonly text: string })[] = [];
  for (const { namespace, items } of names.sections) {
    for (const item of items) {
      visitItem(item, {
        namespace,
        names,
        visit: ({ role, span, text }) => {
          if (role === "declaration") {
            places.push({ ...toFileRange(span), text });
          }
        },
      });
    }
  }
  return places;
}

/** The lines of the IR without their order, for renaming changes what is sorted by name. */
function sortedIr(files: readonly SourceFile[]): string {
  const { ir, diagnostics } = compile(files);
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  return (ir ?? "").replace(/,$/gm, "").split("\n").sort().join("\n");
}

describe("after a rename", () => {
  test.each(["clinic", "transit", "wirelab"])(
    "LSP-43: the specification %s has no errors after a rename, and its IR is the old one with that name replaced",
    (corpus) => {
      const files = specFiles(corpusFolder(corpus));
      const snapshot = snapshotOf(files);
      const ir = sortedIr(files);
      const all = declarations(snapshot);
      const step = Math.max(1, Math.floor(all.length / 25));
      for (const { path, start, text } of all.filter((_, index) => index % step === 0)) {
        const newName = text.replace(/^[A-Za-z_]+/, (word) => `${word}Zq7`);
        const renamed = rename(snapshot, path, start, newName);
        if (typeof renamed === "string") {
          expect(renamed).toMatch(/stone_cfg/);
          continue;
        }
        const after = sortedIr(applyEdits(files, renamed.edits));
        expect(after.replaceAll("Zq7", "").split("\n").sort().join("\n"), `${path}:${start} ${text}`).toBe(ir);
      }
    },
  );
});
