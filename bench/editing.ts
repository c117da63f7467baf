import type { SourceFile } from "../src/source/source.js";
import { specFiles } from "../test/support/spec-files.js";
import { median } from "./alternately.js";
import { builtLibrary } from "./built-library.js";
import { LanguageServer, positionAt } from "./language/server.js";
import { measuredApi, withTemporaryFolder } from "./measured-api.js";
import { randomInsertion, randomNumbers, withError } from "./random-edits.js";
import { runnable } from "./runnable.js";
import type { Table } from "./table.js";
import { judgeTarget } from "./target.js";

const [first, last] = [1_000, 10_000];
const starts = 5;

/**
 * Measures a language server that runs for a long time: its start, its longest turns, and its memory (LSP-80 to
 * LSP-82).
 */
export function editing(): Promise<Table> {
  return withTemporaryFolder(async (folder) => {
    const probe = await runnable("language/probe.ts", folder);
    const files = specFiles(measuredApi.specs);
    const { compile } = await builtLibrary();
    const started: Start[] = [];
    for (let start = 0; start < starts; start++) {
      const compilations = [1, 2, 3].map(() => {
        const before = performance.now();
        compile(files);
        return performance.now() - before;
      });
      started.push(await measureStart(probe, files, median(compilations)));
    }
    const { early, late, turn } = await editForLong(probe, withError(files));
    const medianOf = (part: keyof Start): number => median(started.map((start) => start[part]));
    return {
      title: `Editing ${measuredApi.name} for long`,
      columns: ["value", "target", "met"],
      rows: [
        row("ms from initialize to the first diagnostics", medianOf("diagnostics"), 1_500),
        row("longest turn until then, in ms", medianOf("compilingTurn"), 100),
        row("longest turn of the linter after that, in ms", medianOf("lintingTurn"), 100),
        row("longest turn of the first compilation / a warm compilation", medianOf("compilingPart"), 0.2),
        row("longest turn during 500 edits, in ms", turn, 100),
        row(`MB after ${last} edits`, late, 250),
        row(`memory after ${last} edits / after ${first}`, late / early, 1.1),
      ],
      notes: [...measuredApi.warnings, `Medians of ${starts} starts, and of the turns of each 500 edits.`],
    };
  });
}

function row(name: string, value: number, atMost: number): Table["rows"][number] {
  return { name, values: [value, ...judgeTarget(value, { atMost })] };
}

/** The times of a start of the server, in milliseconds and relative to a warm compilation. */
interface Start {
  readonly diagnostics: number;
  readonly compilingTurn: number;
  readonly compilingPart: number;
  readonly lintingTurn: number;
}

async function measureStart(probe: string, files: readonly SourceFile[], compilation: number): Promise<Start> {
  const server = await LanguageServer.start(probe, measuredApi.specs);
  try {
    const [file] = files.toSorted((a, b) => b.text.length - a.text.length);
    const start = performance.now();
    const published = server.published(() => true);
    const linted = server.published((diagnostics) => diagnostics.some(({ source }) => source === "ashlar lint"));
    await server.initialize();
    if (file !== undefined) {
      server.open(file);
    }
    await published;
    const diagnostics = performance.now() - start;
    const compilingTurn = await server.longestTurn();
    await linted;
    const lintingTurn = await server.longestTurn();
    return { diagnostics, compilingTurn, compilingPart: compilingTurn / compilation, lintingTurn };
  } finally {
    server.stop();
  }
}

/**
 * Measures the memory in use after the first and after all edits, in MB, and the longest turn of 500 edits, in
 * milliseconds.
 */
async function editForLong(
  probe: string,
  files: readonly SourceFile[],
): Promise<{ readonly early: number; readonly late: number; readonly turn: number }> {
  const server = await LanguageServer.start(probe, measuredApi.specs);
  try {
    await server.initialize();
    files.forEach((file) => {
      server.open(file);
    });
    const original = new Map(files.map(({ path, text }) => [path, text]));
    const largest = files.reduce((most, file) => (file.text.length > most.text.length ? file : most));
    const random = randomNumbers();
    const turns: number[] = [];
    let early = NaN;
    for (let edit = 1; edit <= last; edit++) {
      const { path } = edit % 2 === 0 ? largest : (files[Math.floor(random() * files.length)] ?? largest);
      const { start, text } = randomInsertion(server.text(path), edit, random);
      server.change(path, { start, end: start, text });
      // Editors send requests when somebody pauses, not after each letter. All edits are undone then, so the text does not grow.
      if (edit % 25 === 0) {
        const place = { textDocument: { uri: server.uri(path) }, position: positionAt(server.text(path), start) };
        await server.request("textDocument/diagnostic", place);
        await server.request("textDocument/hover", place);
        for (const [changed, text] of original) {
          if (server.text(changed) !== text) {
            server.change(changed, { start: 0, end: server.text(changed).length, text });
          }
        }
      }
      if (edit % 500 === 0) {
        turns.push(await server.longestTurn());
      }
      if (edit === first) {
        early = await server.memory();
      }
    }
    return { early, late: await server.memory(), turn: median(turns) };
  } finally {
    server.stop();
  }
}
