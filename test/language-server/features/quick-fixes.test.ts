import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { compile } from "../../../src/compiler/compile.js";
import { findQuickFixes } from "../../../src/language-server/features/actions/quick-fixes.js";
import { Project } from "../../../src/language-server/features/project.js";
import type { SourceFile } from "../../../src/text/source.js";
import { applyEdits } from "./apply-edits.js";

const folder = "test/corpus/invalid";
const cases = JSON.parse(readFileSync(join(folder, "index.json"), "utf8")) as readonly {
  readonly file: string;
  readonly files?: readonly string[];
}[];

function countErrors(files: readonly SourceFile[]): number {
  return compile(files).diagnostics.filter(({ severity }) => severity === "error").length;
}

test("CASE-4: each quick fix for an incorrect specification leaves fewer errors", () => {
  const useless: string[] = [];
  let offered = 0;
  for (const { file, files: names = [file] } of cases) {
    const files = names.map((path) => ({ path, text: readFileSync(join(folder, path), "utf8") }));
    const project = new Project();
    project.setFiles(files);
    const { snapshot } = project;
    const before = countErrors(files);
    const actions = files.flatMap(({ path, text }) => findQuickFixes(snapshot, path, 0, text.length));
    for (const action of actions) {
      offered++;
      const after = applyEdits(files, action.edits());
      if (action.finding?.severity === "error" && countErrors(after) >= before) {
        useless.push(`${file}: ${action.title}\n${after.map(({ text }) => text).join("---\n")}`);
      }
    }
  }
  expect(offered).toBeGreaterThan(50);
  expect(useless).toEqual([]);
});
