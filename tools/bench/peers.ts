import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { alternately, median } from "./alternately.js";
import { listOfFiles } from "./codecs/payloads.js";
import { type Bar, drawChart } from "./chart.js";
import { installPeers, node24 } from "./installed-peers.js";
import { compiledApi, makeProject, repository, runnable, withTemporaryFolder } from "./measured-api.js";
import { type Client, listClients, nameAndVersion } from "./peers/clients.js";
import { commonCalls, consumerProgram, switchCases } from "./peers/consumer.js";
import { processCost, type ProcessCost } from "./process-cost.js";
import { writeResults } from "./results.js";
import { markdownTable, type Row, type Table } from "./table.js";

const rounds = 3;

const modules = join(repository, "node_modules");

/** A measure: Ashlar's as text, and those of other clients as multiples of it. */
interface Figures {
  readonly name: string;
  readonly ashlar: string;
  readonly ratios: readonly number[];
}

/** Compares Ashlar with what else makes clients of the same API. */
export async function peers(): Promise<Table> {
  return withTemporaryFolder(async (folder) => {
    await makeProject(folder);
    linkPackages(folder);
    exportDocument(folder);
    const clients = listClients(folder);
    const figures = [
      ...generation(clients, folder),
      ...(await typeChecks(clients, folder)),
      ...(await bundles(clients, folder)),
      await decoding(clients, folder),
    ];
    const table = { columns: clients.map(({ name }) => name), rows: figures.map(toRow) };
    await writeResults("README.md", "peers", markdownTable(table));
    writeFileSync("docs/images/peers.svg", drawChart(barsOf(figures, table.columns.slice(1))));
    return table;
  });
}

function barsOf(figures: readonly Figures[], names: readonly string[]): Bar[] {
  return figures.flatMap(({ name: measure, ratios }) =>
    names.map((client, index) => ({ measure, client, ratio: ratios[index] ?? NaN })),
  );
}

function toRow({ name, ashlar, ratios }: Figures): Row {
  return {
    name,
    values: [ashlar, ...ratios.map((ratio) => (ratio < 1 ? `**${ratio.toFixed(2)}**` : ratio.toFixed(2)))],
  };
}

/** Makes what clients import resolve from a folder. */
function linkPackages(folder: string): void {
  symlinkSync(join(folder, "api"), join(folder, "node_modules/api"));
  symlinkSync(join(modules, "dropbox"), join(folder, "node_modules/dropbox"));
  symlinkSync(join(modules, "openapi-fetch"), join(folder, "node_modules/openapi-fetch"));
  symlinkSync(join(installPeers(), "zod"), join(folder, "node_modules/zod"));
}

/** Writes the OpenAPI document from which others generate. */
function exportDocument(folder: string): void {
  processCost([node24(), join(repository, "dist/cli/main.js"), "export", "openapi"], folder);
  const path = join(folder, "openapi.json");
  writeFileSync(path, withoutUnicodePatterns(readFileSync(path, "utf8")));
}

/** Zod schemas of others have patterns without the flag `u`. With a pattern that needs it, they do not load. */
function withoutUnicodePatterns(document: string): string {
  return JSON.stringify(JSON.parse(document), (key, value: unknown) =>
    key === "pattern" && typeof value === "string" && !isPattern(value) ? undefined : value,
  );
}

function isPattern(source: string): boolean {
  try {
    new RegExp(source);
    return true;
  } catch {
    return false;
  }
}

/** Generates all clients, each time from nothing. */
function generation(clients: readonly Client[], folder: string): Figures[] {
  const costs = byTurns(clients, ({ commands, output }) => {
    for (const path of [output, "node_modules/.cache"]) {
      rmSync(join(folder, path), { recursive: true, force: true });
    }
    mkdirSync(join(folder, "stone"), { recursive: true }); // Stone does not create it
    return sumCosts(commands.map((command) => processCost(command, folder)));
  });
  const sizes = clients.map(({ output }) => [sizeOf(join(folder, output))]);
  return [
    compare("generation, processor time", costsOf(costs, "cpuMs"), seconds),
    compare("generation, peak memory", costsOf(costs, "peakBytes"), megabytes),
    compare("generated files", sizes, megabytes),
  ];
}

/** The cost of processes that run one after the other. */
function sumCosts(costs: readonly ProcessCost[]): ProcessCost {
  return {
    cpuMs: costs.reduce((sum, { cpuMs }) => sum + cpuMs, 0),
    peakBytes: Math.max(...costs.map(({ peakBytes }) => peakBytes)),
  };
}

function sizeOf(path: string): number {
  return statSync(path).isDirectory()
    ? readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0)
    : statSync(path).size;
}

/** Checks the types of the same program for each client, with two versions of TypeScript. */
async function typeChecks(clients: readonly Client[], folder: string): Promise<Figures[]> {
  const api = await compiledApi();
  const calls = commonCalls(api, readFileSync(join(modules, "dropbox/types/index.d.ts"), "utf8"));
  const cases = switchCases(api);
  for (const { output, consumer } of clients) {
    writeFileSync(join(folder, `${output}.consumer.ts`), consumerProgram(consumer, calls, cases));
    const compilerOptions = {
      ...{ strict: true, skipLibCheck: true, noEmit: true, target: "es2022" },
      ...{ module: "esnext", moduleResolution: "bundler" },
      ...{ types: consumer.types ?? [], typeRoots: [join(modules, "@types")] },
    };
    const project = { compilerOptions, files: [`${output}.consumer.ts`] };
    writeFileSync(join(folder, `${output}.tsconfig.json`), JSON.stringify(project));
  }
  return ["typescript", "typescript-newest"].map((compiler) => {
    const costs = byTurns(clients, ({ output }) =>
      processCost([node24(), join(modules, compiler, "bin/tsc"), "-p", `${output}.tsconfig.json`], folder),
    );
    const version = nameAndVersion("TypeScript", join(modules, compiler));
    return compare(`type check, ${version}`, costsOf(costs, "cpuMs"), seconds);
  });
}

/** Bundles one call and all calls of each client as esbuild does for browsers. */
async function bundles(clients: readonly Client[], folder: string): Promise<Figures[]> {
  const one = await Promise.all(clients.map(async ({ oneCall }) => bundleSize(oneCall, folder)));
  const all = await Promise.all(clients.map(async ({ allCalls }) => bundleSize(allCalls, folder)));
  const part = (sizes: readonly BundleSize[], name: keyof BundleSize): number[][] => sizes.map((size) => [size[name]]);
  return [
    compare("bundle of one call, minified", part(one, "minified"), kilobytes),
    compare("bundle of one call, gzip", part(one, "gzip"), kilobytes),
    compare("bundle of all calls, gzip", part(all, "gzip"), kilobytes),
  ];
}

/** Sizes in bytes. */
interface BundleSize {
  readonly minified: number;
  /** Minified and compressed by `gzip -9`. */
  readonly gzip: number;
}

async function bundleSize(code: string, folder: string): Promise<BundleSize> {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: folder },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    write: false,
  });
  const [{ contents } = { contents: new Uint8Array() }] = outputFiles;
  return { minified: contents.length, gzip: gzipSync(contents, { level: 9 }).length };
}

/** Parses and checks a page of 1,000 files and folders. Clients without checks only parse it. */
async function decoding(clients: readonly Client[], folder: string): Promise<Figures> {
  const page = join(folder, "page.json");
  writeFileSync(page, JSON.stringify(listOfFiles()));
  const module = await runnable("peers/contender.ts", join(folder, "contender"));
  const decoders = new Map(clients.map(({ output, decode }) => [decode ?? unchecked, output]));
  const contenders = [...decoders].map(async ([code, output]) => {
    const decoder = join(folder, `${output}.decoder.mjs`);
    const stdin = { contents: code, resolveDir: folder };
    await build({ stdin, bundle: true, format: "esm", platform: "node", outfile: decoder });
    return { name: code, module, args: [decoder, page] };
  });
  const costs = await alternately(await Promise.all(contenders), node24());
  const samples = clients.map(({ decode }) => costs.get(decode ?? unchecked)?.map(({ cpu }) => cpu) ?? []);
  return compare("reading a page of 1,000 files", samples, (ms) => `${ms.toFixed(1)} ms`);
}

const unchecked = "export const decode = (json) => json;";

/** Measures all clients in each round, so that all run under the same conditions. Returns the rounds of each client. */
function byTurns<T>(clients: readonly Client[], measure: (client: Client) => T): T[][] {
  const turns = Array.from({ length: rounds }, () => clients.map(measure));
  return clients.map((_, index) => turns.map((turn) => turn[index] as T));
}

function costsOf(costs: readonly (readonly ProcessCost[])[], part: keyof ProcessCost): number[][] {
  return costs.map((rounds) => rounds.map((cost) => cost[part]));
}

/** Compares the samples of other clients with those of the first one, which is Ashlar. */
function compare(
  name: string,
  [ashlar = [], ...others]: readonly (readonly number[])[],
  text: (value: number) => string,
): Figures {
  const ratios = others.map((samples) => median(samples.map((sample, round) => sample / (ashlar[round] ?? NaN))));
  return { name, ashlar: text(median(ashlar)), ratios };
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1e3).toFixed(1)} KB`;
}
