import { compile } from "../src/compiler/compile.js";
import { complete } from "../src/language/completion/complete.js";
import { findDefinition } from "../src/language/definition.js";
import { findFolds } from "../src/language/folding.js";
import { formatDocument } from "../src/language/formatting.js";
import { findHover } from "../src/language/hover/hover.js";
import { Project, type Snapshot } from "../src/language/project.js";
import { findReferences } from "../src/language/references.js";
import { findTokens } from "../src/language/semantic-tokens.js";
import { listSymbols } from "../src/language/symbols.js";
import { searchSymbols } from "../src/language/workspace-symbols.js";
import type { SourceFile } from "../src/source/source.js";
import { specFiles } from "../test/spec-files.js";
import { median } from "./alternately.js";
import { measuredApi } from "./measured-api.js";
import { edited, randomNumbers, renamed, withError } from "./random-edits.js";
import type { Table } from "./table.js";
import { judgeTarget } from "./target.js";

const edits = 200;

/** What is asked after each edit, with the most that it may take in parts of a warm compilation (LSP-80). */
const questions: readonly (readonly [
  name: string,
  atMost: number,
  ask: (snapshot: Snapshot, path: string, offset: number, largest: string) => unknown,
])[] = [
  ["diagnostics", 0.1, ({ findings }) => findings],
  // The same after a type was given another name, which others use.
  ["diagnostics after a new name", 0.25, ({ findings }) => findings],
  ["completion", 0.05, complete],
  ["hover", 0.05, (snapshot, path, offset) => findHover(snapshot, path, offset, () => undefined)],
  ["definition", 0.05, findDefinition],
  ["references", 0.15, (snapshot, path, offset) => findReferences(snapshot, path, offset, true)],
  ["workspace symbols", 0.15, (snapshot) => searchSymbols(snapshot, "filemeta")],
  ["document symbols of the largest file", 0.2, (snapshot, _path, _offset, largest) => listSymbols(snapshot, largest)],
  ["folding of the largest file", 0.2, (snapshot, _path, _offset, largest) => findFolds(snapshot, largest)],
  ["semantic tokens of the largest file", 0.2, (snapshot, _path, _offset, largest) => findTokens(snapshot, largest)],
  [
    "formatting of the largest file",
    0.4,
    (snapshot, _path, _offset, largest) => formatDocument(snapshot, largest, 100),
  ],
];

/** How long editors wait for an answer after an edit, with an error elsewhere all the time. */
export function language(): Promise<Table> {
  const files = withError(specFiles(measuredApi.specs));
  const largest = files.reduce((most, file) => (file.text.length > most.text.length ? file : most));
  const { times, whole } = measure(files, largest);
  const compilation = median(whole);
  return Promise.resolve({
    title: `Answers to editors after an edit of ${measuredApi.name}`,
    columns: ["ratio", "target", "met", "p95 ms"],
    rows: questions.map(([name, atMost], index) => {
      const p95 = percentile(times[index] ?? [], 0.95);
      const ratio = p95 / compilation;
      return { name, values: [ratio, ...judgeTarget(ratio, { atMost }), p95] };
    }),
    notes: [
      ...measuredApi.warnings,
      `Ratios are the 95th percentile of ${edits} edits, half of them in the largest file, to a warm compilation: ${Math.round(compilation)} ms.`,
    ],
  });
}

/** The times of each question, and of whole compilations in between: both on a machine that is as busy. */
function measure(
  files: readonly SourceFile[],
  largest: SourceFile,
): { readonly times: readonly number[][]; readonly whole: readonly number[] } {
  const project = new Project();
  project.setFiles(files);
  const times: number[][] = questions.map(() => []);
  const whole: number[] = [];
  const random = randomNumbers();
  for (let edit = 0; edit < edits; edit++) {
    const file = edit % 2 === 0 ? largest : (files[Math.floor(random() * files.length)] ?? largest);
    const { text, offset } = edited(file.text, edit, random);
    project.setFiles(files.map((other) => (other === file ? { ...file, text } : other)));
    if (edit % 10 === 0) {
      whole.push(milliseconds(() => compile(files).api));
    }
    const skipped = edit % 4 === renamed ? "diagnostics" : "diagnostics after a new name";
    for (const [index, [name, , ask]] of questions.entries()) {
      if (name !== skipped) {
        times[index]?.push(milliseconds(() => ask(project.snapshot, file.path, offset, largest.path)));
      }
    }
    // The edit is undone before the next one, which must not pay for it.
    project.setFiles(files);
    milliseconds(() => project.snapshot);
  }
  return { times, whole };
}

function milliseconds(run: () => unknown): number {
  const start = performance.now();
  run();
  return performance.now() - start;
}

function percentile(values: readonly number[], part: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? NaN;
}
