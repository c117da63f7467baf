import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { median } from "./alternately.js";
import { copySources } from "./growth/copies.js";
import { LanguageServer } from "./language/server.js";
import { measuredApi, withTemporaryFolder } from "./measured-api.js";
import { runnable } from "./runnable.js";
import type { Row, Table } from "./table.js";
import { judgeTarget } from "./target.js";

const copies = 20;
const starts = 5;

/** Measures the start of a language server in a workspace of 20 MB (LSP-82). */
export function workspace(): Promise<Table> {
  return withTemporaryFolder(async (folder) => {
    const probe = await runnable("language/probe.ts", folder);
    const specs = join(folder, "spec");
    const size = writeWorkspace(specs);
    const measured: Start[] = [];
    for (let start = 0; start < starts; start++) {
      measured.push(await measureStart(probe, specs));
    }
    const row = (name: string, part: keyof Start, atMost: number | undefined): Row => {
      const value = median(measured.map((start) => start[part]));
      return { name, values: [value, ...judgeTarget(value, atMost === undefined ? undefined : { atMost })] };
    };
    return {
      title: `Opening ${copies} copies of ${measuredApi.name}, ${(size / 1e6).toFixed(1)} MB`,
      columns: ["value", "target", "met"],
      rows: [
        row("ms from initialize to the symbols of the open file", "symbols", 1_000),
        row("ms from initialize to the first diagnostics", "diagnostics", undefined),
        row("longest turn until then, in ms", "turn", 100),
        row("heap after that, in MB", "heap", 500),
      ],
      notes: [...measuredApi.warnings, `Medians of ${starts} starts.`],
    };
  });
}

/** Writes the files of the workspace. Returns their size in bytes. */
function writeWorkspace(specs: string): number {
  mkdirSync(specs);
  const files = readdirSync(measuredApi.specs)
    .filter((path) => path.endsWith(".stone"))
    .map((path) => ({ path, text: readFileSync(join(measuredApi.specs, path), "utf8") }));
  return copySources(files, copies).reduce((size, { path, text }) => {
    writeFileSync(join(specs, path), text);
    return size + Buffer.byteLength(text);
  }, 0);
}

/** The times of a start in milliseconds, and its memory in MB. */
interface Start {
  readonly symbols: number;
  readonly diagnostics: number;
  readonly turn: number;
  readonly heap: number;
}

async function measureStart(probe: string, specs: string): Promise<Start> {
  const server = await LanguageServer.start(probe, specs);
  try {
    const path = "files.stone";
    const start = performance.now();
    const published = server.published(() => true);
    await server.initialize();
    server.open({ path, text: readFileSync(join(specs, path), "utf8") });
    await server.request("textDocument/documentSymbol", { textDocument: { uri: server.uri(path) } });
    const symbols = performance.now() - start;
    await published;
    const diagnostics = performance.now() - start;
    return { symbols, diagnostics, turn: await server.longestTurn(), heap: await server.memory() };
  } finally {
    server.stop();
  }
}
