import { describe, expect, test } from "vitest";
import { compile } from "../../../src/compiler/compile.js";
import { toDiagnostics } from "../../../src/text/diagnostics/diagnostic.js";
import { findQuickFixes } from "../../../src/language-server/features/actions/quick-fixes.js";
import { findRefactorings } from "../../../src/language-server/features/actions/refactorings.js";
import { complete } from "../../../src/language-server/features/completion/complete.js";
import {
  findDefinition,
  findImplementations,
  findTypeDefinition,
  findReferences,
} from "../../../src/language-server/features/navigation.js";
import { findFolds } from "../../../src/language-server/features/folding.js";
import { keepFormatted, formatDocument, indentNewLine } from "../../../src/language-server/features/formatting.js";
import { findHover } from "../../../src/language-server/features/hover.js";
import { findHints } from "../../../src/language-server/features/inlay-hints.js";
import { Project } from "../../../src/language-server/features/project.js";
import { findTokens } from "../../../src/language-server/features/semantic-tokens.js";
import { findSelections } from "../../../src/language-server/features/selection.js";
import { findSignature } from "../../../src/language-server/features/signature.js";
import { listSymbols } from "../../../src/language-server/features/symbols.js";
import type { SourceFile } from "../../../src/text/source.js";
import { corpusFiles } from "../../support/corpus.js";
import { RandomTypist } from "./random-edits.js";

/** How many edits to make of each corpus; `RANDOM_EDITS=25000` for a long run. */
const edits = Number(process.env["RANDOM_EDITS"] ?? 10);

/** After how many edits everything is compared with what a clean compilation finds. */
const comparedEvery = 5;

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
  findRefactorings(snapshot, path, offset, offset + 40).forEach((action) => {
    action.newFile?.text();
    keepFormatted(action.edits(), snapshot, 100);
  });
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

/** What an editor shows of a file, which is put together from what is known of its items. */
function describeFile({ snapshot }: Project, path: string): unknown {
  return [listSymbols(snapshot, path), findFolds(snapshot, path), findTokens(snapshot, path)];
}

function describeAnew(files: readonly SourceFile[], path: string): unknown {
  const project = new Project();
  project.setFiles([...files]);
  return describeFile(project, path);
}

describe("after random edits", () => {
  test.each(["transit", "clinic", "wirelab", "corners"])(
    "LSP-83: every question about %s has an answer, and what is shown is what follows from the files alone",
    (corpus) => {
      const original = corpusFiles(corpus).map(({ path, text }) => ({ path, text }));
      const project = new Project();
      for (let edit = 0, typist = new RandomTypist(original, 1); edit < edits; edit++) {
        // Else little would be left that can be read.
        if (edit % 200 === 199) {
          typist = new RandomTypist(original, edit);
        }
        const { file, start, text } = typist.type();
        project.setFiles([...typist.files]);
        const { length } = typist.files.find(({ path }) => path === file.path)?.text ?? "";
        askAll(project, file.path, Math.min(start + text.length, length));
        askAll(project, file.path, typist.below(length));
        if (edit % comparedEvery === 0) {
          askOfFile(project, file.path);
          expect(describeFile(project, file.path), `after edit ${edit}`).toEqual(describeAnew(typist.files, file.path));
          const paths = typist.files.map(({ path }) => path);
          expect(toDiagnostics(project.snapshot.findings, paths), `after edit ${edit}`).toEqual(
            compile(typist.files).diagnostics,
          );
        }
      }
    },
    60_000 + edits * 100,
  );
});
