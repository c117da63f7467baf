import { expect, test } from "vitest";
import { compile } from "../../../src/compiler/compile.js";
import { toDiagnostics } from "../../../src/text/diagnostics/diagnostic.js";
import { Project } from "../../../src/language-server/features/project.js";
import { listSymbols } from "../../../src/language-server/features/symbols.js";
import { corpusFiles } from "../../support/corpus.js";

/** Thirty files of which each imports the next but one, so that there are two APIs. */
const files = Array.from({ length: 30 }, (_, index) => {
  const next = index + 2 < 30 ? `n${index + 2}` : undefined;
  const text = `namespace n${index}\n${next === undefined ? "" : `import ${next}\n`}struct S\n    f ${
    next === undefined ? "String" : `${next}.S`
  }\n`;
  return { path: `${index}.stone`, text };
});

const pathsIn = ({ snapshot }: Project): string[] => [...snapshot.files.keys()];

test("LSP-2: the tree of a file is there at once, of others only what is read", () => {
  const project = new Project(true);
  project.setFiles(files);
  expect(pathsIn(project)).toEqual([]);
  expect(listSymbols(project.snapshotWith("7.stone"), "7.stone").map(({ name }) => name)).toEqual(["n7", "S"]);
  expect(pathsIn(project)).toEqual(["7.stone"]);
  expect(project.snapshot.findings).toEqual([]);
  expect(project.prioritize("7.stone")).toBe(false);
});

test("LSP-2: what a file needs is read before the rest", async () => {
  const project = new Project(true);
  project.setFiles(files);
  project.prioritize("21.stone");
  let readBefore: string[] | undefined;
  await project.prepare(() => {
    if (readBefore === undefined && project.prioritize("21.stone")) {
      readBefore = pathsIn(project);
    }
    return Promise.resolve();
  });
  // The first step of another file may be done when it is found out.
  expect(readBefore?.filter((path) => path !== "0.stone")).toEqual(
    ["21", "23", "25", "27", "29"].map((name) => `${name}.stone`),
  );
  expect(pathsIn(project)).toHaveLength(30);
  expect(project.isPreparing).toBe(false);
});

test("LSP-2, LSP-83: what changes while files are read is in the diagnostics, which are those of a compilation", async () => {
  const original = corpusFiles("transit").map(({ path, text }) => ({ path, text }));
  const project = new Project(true);
  project.setFiles(original);
  const changed = new Map(original.map(({ path, text }) => [path, text]));
  let pauses = 0;
  await project.prepare(() => {
    const { path, text } = original[pauses % original.length] ?? { path: "", text: "" };
    if (++pauses % 5 === 0 && pauses < 100) {
      const edited = text.replace(/String/g, (word, at: number) => (at % 7 === pauses % 7 ? "Strng" : word));
      changed.set(path, edited);
      project.changeFile(path, edited);
      project.snapshotWith(path);
    }
    return Promise.resolve();
  });
  const now = [...changed].map(([path, text]) => ({ path, text }));
  expect(pauses).toBeGreaterThan(100);
  const paths = now.map(({ path }) => path);
  expect(toDiagnostics(project.snapshot.findings, paths)).toEqual(compile(now).diagnostics);
  expect(project.snapshot.findings.length).toBeGreaterThan(0);
});
