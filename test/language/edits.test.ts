import { describe, expect, test } from "vitest";
import { findQuickFixes } from "../../src/language/actions/quick-fixes.js";
import { findRefactorings } from "../../src/language/actions/refactorings.js";
import { complete } from "../../src/language/completion/complete.js";
import { findDefinition } from "../../src/language/definition.js";
import { findFolds } from "../../src/language/folding.js";
import { formatDocument, indentNewLine } from "../../src/language/formatting.js";
import { findHover } from "../../src/language/hover/hover.js";
import { findImplementations } from "../../src/language/implementation.js";
import { findHints } from "../../src/language/inlay-hints.js";
import { Project } from "../../src/language/project.js";
import { findReferences } from "../../src/language/references.js";
import { findTokens } from "../../src/language/semantic-tokens.js";
import { findSelections } from "../../src/language/selection.js";
import { findSignature } from "../../src/language/signature.js";
import { listSymbols } from "../../src/language/symbols.js";
import { findTypeDefinition } from "../../src/language/type-definition.js";
import { corpusFiles } from "../corpus.js";

/** Numbers from 0 to 1 that follow from a seed. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const everyHint = { aliasTargets: true, exampleDefaults: true, inheritedTags: true, routeTypes: true };

/** Asks everything about a place. */
function askAll(project: Project, path: string, offset: number): void {
  const { snapshot } = project;
  findHover(snapshot, path, offset, () => "link");
  findDefinition(snapshot, path, offset);
  findTypeDefinition(snapshot, path, offset);
  findImplementations(snapshot, path, offset);
  findReferences(snapshot, path, offset, true);
  complete(snapshot, path, offset);
  findSignature(snapshot, path, offset);
  findSelections(snapshot, path, offset);
  indentNewLine(snapshot, path, offset);
  findQuickFixes(snapshot, path, Math.max(0, offset - 200), offset + 200).forEach((action) => action.edits());
  findRefactorings(snapshot, path, offset, offset).forEach((action) => action.edits());
}

/** Asks everything about a file. */
function askOfFile(project: Project, path: string): void {
  const { snapshot } = project;
  listSymbols(snapshot, path);
  findFolds(snapshot, path);
  findHints(snapshot, path, 0, Infinity, everyHint);
  formatDocument(snapshot, path, 100);
  const tokens = findTokens(snapshot, path);
  const text = snapshot.files.get(path)?.source.text ?? "";
  tokens.forEach(({ start, end }, index) => {
    expect(start).toBeGreaterThanOrEqual(tokens[index - 1]?.end ?? 0);
    expect(text.slice(start, end)).not.toMatch(/\n/);
  });
}

describe("after random edits", () => {
  test.each([1, 2, 3, 4])("LSP-83: every question has an answer (seed %i)", (seed) => {
    const random = randomNumbers(seed);
    const below = (limit: number): number => Math.floor(random() * limit);
    const files = corpusFiles(["transit", "clinic", "wirelab", "corners"][seed % 4] ?? "transit").map(
      ({ path, text }) => ({ path, text }),
    );
    const pieces = [
      '"',
      "\n",
      "    ",
      "(",
      ")",
      "struct ",
      "example x\n",
      "@",
      ":type:`",
      "# ",
      "?",
      "=",
      ".",
      "é",
      "union\n",
      ",",
    ];
    const project = new Project();
    for (let edit = 0; edit < 60; edit++) {
      const index = below(files.length);
      const file = files[index];
      if (file === undefined) {
        continue;
      }
      const start = below(file.text.length + 1);
      const isCut = random() < 0.4;
      const removed = isCut ? below(random() < 0.2 ? 400 : 8) : 0;
      const inserted = isCut
        ? ""
        : random() < 0.2
          ? file.text.slice(start, start + 300)
          : (pieces[below(pieces.length)] ?? "");
      files[index] = { path: file.path, text: file.text.slice(0, start) + inserted + file.text.slice(start + removed) };
      project.setFiles([...files]);
      askAll(project, file.path, Math.min(start + inserted.length, files[index].text.length));
      askAll(project, file.path, below(files[index].text.length));
      if (edit % 6 === 0) {
        askOfFile(project, file.path);
      }
      if (random() < 0.3) {
        files[index] = file;
      }
    }
  });
});
