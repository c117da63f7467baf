import { specFiles } from "../test/support/spec-files.js";
import { median } from "./alternately.js";
import { builtLibrary } from "./built-library.js";
import { LanguageServer, positionAt } from "./language/server.js";
import { measuredApi, withTemporaryFolder } from "./measured-api.js";
import { endOfNext, randomInsertion, randomNumbers, renaming, withError } from "./random-edits.js";
import { runnable } from "./runnable.js";
import type { Table } from "./table.js";
import { judgeTarget } from "./target.js";

/** The number of edits for each kind of request; half of them undo the previous edit. */
const edits = 200;

/** A request after an edit (LSP-80). */
interface Question {
  readonly name: string;
  readonly method: string;
  /** Matches the place of the request: the next match after the edit. By default the place of the edit itself. */
  readonly near?: RegExp;
  /** Whether the request is about the largest file, whichever file was edited. */
  readonly ofLargest?: true;
  /** The only kind of edit after which the request is sent. */
  readonly after?: number;
  readonly params?: object;
  /** The longest time in milliseconds, on an idle machine. */
  readonly longest: number;
  /** The longest time relative to a warm compilation, for machines that are busy or slow. */
  readonly largestPart: number;
}

const typeName = /^ {4}\w+ (?=[A-Z])/gm;
const range = { start: { line: 100, character: 0 }, end: { line: 160, character: 0 } };
const soon = { longest: 25, largestPart: 0.05 };
const searching = { longest: 60, largestPart: 0.15 };
const wholeFile = { longest: 80, largestPart: 0.2 };
const partOfFile = { longest: 15, largestPart: 0.04 };

const questions: readonly Question[] = [
  { name: "diagnostics", method: "textDocument/diagnostic", longest: 50, largestPart: 0.1 },
  {
    name: "diagnostics of all files after a new name",
    method: "workspace/diagnostic",
    params: { previousResultIds: [] },
    after: renaming,
    longest: 100,
    largestPart: 0.25,
  },
  { name: "completion", method: "textDocument/completion", ...soon },
  { name: "hover", method: "textDocument/hover", near: typeName, ...soon },
  { name: "definition", method: "textDocument/definition", near: typeName, ...soon },
  { name: "highlights", method: "textDocument/documentHighlight", near: typeName, ...soon },
  { name: "signature", method: "textDocument/signatureHelp", near: /\w\((?=m)/g, ...soon },
  {
    name: "references",
    method: "textDocument/references",
    near: typeName,
    params: { context: { includeDeclaration: true } },
    ...searching,
  },
  {
    name: "rename",
    method: "textDocument/rename",
    near: /^struct (?=[A-Z])/gm,
    params: { newName: "AnotherName" },
    ...searching,
  },
  { name: "workspace symbols", method: "workspace/symbol", params: { query: "filemeta" }, ...searching },
  { name: "symbols of the largest file", method: "textDocument/documentSymbol", ofLargest: true, ...wholeFile },
  { name: "folds of the largest file", method: "textDocument/foldingRange", ofLargest: true, ...wholeFile },
  { name: "tokens of the largest file", method: "textDocument/semanticTokens/full", ofLargest: true, ...wholeFile },
  {
    name: "tokens of 60 lines of it",
    method: "textDocument/semanticTokens/range",
    ofLargest: true,
    params: { range },
    ...partOfFile,
  },
  {
    name: "formatting of the largest file",
    method: "textDocument/formatting",
    ofLargest: true,
    params: { options: {} },
    longest: 200,
    largestPart: 0.4,
  },
];

/** Measures how long editors wait for a response right after an edit, while there is an error elsewhere (LSP-80). */
export function language(): Promise<Table> {
  return withTemporaryFolder(async (folder) => {
    const probe = await runnable("language/probe.ts", folder);
    const server = await LanguageServer.start(probe, measuredApi.specs);
    try {
      return toTable(await measure(server));
    } finally {
      server.stop();
    }
  });
}

interface Measured {
  /** Name of a question to its times in milliseconds. */
  readonly times: ReadonlyMap<string, readonly number[]>;
  readonly compilations: readonly number[];
}

async function measure(server: LanguageServer): Promise<Measured> {
  const { compile } = await builtLibrary();
  const files = withError(specFiles(measuredApi.specs));
  const largest = files.reduce((most, file) => (file.text.length > most.text.length ? file : most));
  await server.initialize();
  files.forEach((file) => {
    server.open(file);
  });
  const random = randomNumbers();
  const times = new Map(questions.map(({ name }) => [name, [] as number[]]));
  const compilations: number[] = [];
  /** Sends the requests, each after a change of a file. The first ones are not measured. */
  for (let edit = -8; edit < edits / 2; edit++) {
    for (const question of questions) {
      const { path } = edit % 2 === 0 ? largest : (files[Math.floor(random() * files.length)] ?? largest);
      const { start, text } = randomInsertion(server.text(path), question.after ?? Math.abs(edit), random);
      for (const change of [
        { start, end: start, text },
        { start, end: start + text.length, text: "" },
      ]) {
        server.change(path, change);
        const time = await ask(server, question, question.ofLargest === true ? largest.path : path, start);
        if (edit >= 0) {
          times.get(question.name)?.push(time);
        }
      }
    }
    compilations.push(await milliseconds(() => compile(files)));
  }
  return { times, compilations: compilations.slice(-edits / 2) };
}

/** Sends a request, and returns the time to its response in milliseconds. */
function ask(server: LanguageServer, question: Question, path: string, edit: number): Promise<number> {
  const text = server.text(path);
  const offset = question.near === undefined ? edit : (endOfNext(text, question.near, edit) ?? edit);
  const textDocument = { uri: server.uri(path) };
  const params = { textDocument, position: positionAt(text, offset), ...question.params };
  // An error is also a response, for example to a rename where an incomplete line has made the name unreadable.
  return milliseconds(() => server.request(question.method, params).catch(() => undefined));
}

async function milliseconds(run: () => unknown): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

function toTable({ times, compilations }: Measured): Table {
  const compilation = median(compilations);
  return {
    title: `Answers to editors right after an edit of ${measuredApi.name}`,
    columns: ["p50 ms", "p95 ms", "target", "met", "p95 / compile", "target", "met"],
    rows: questions.map(({ name, longest, largestPart }) => {
      const own = times.get(name) ?? [];
      const p95 = percentile(own, 0.95);
      const part = p95 / compilation;
      return {
        name,
        values: [
          percentile(own, 0.5),
          p95,
          ...judgeTarget(p95, { atMost: longest }),
          part,
          ...judgeTarget(part, { atMost: largestPart }),
        ],
      };
    }),
    notes: [
      ...measuredApi.warnings,
      `${edits} edits for each row, half of them in the largest file. A warm compilation takes ${Math.round(compilation)} ms.`,
      "On an idle machine the milliseconds count, on a busy one the ratios.",
    ],
  };
}

function percentile(values: readonly number[], part: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? NaN;
}
