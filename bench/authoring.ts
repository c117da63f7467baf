import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { median } from "./alternately.js";
import { builtLibrary } from "./built-library.js";
import { measuredApi } from "./measured-api.js";
import type { Row, Table } from "./table.js";
import { judgeTarget, type Target } from "./target.js";

const warmUp = 5;
const rounds = 21;

/** Returns the cost of formatting and linting in a warm process, relative to a whole compilation. */
export async function authoring(): Promise<Table> {
  const { compile, format, lint } = await builtLibrary();
  const files = readdirSync(measuredApi.specs)
    .filter((path) => path.endsWith(".stone"))
    .map((path) => ({ path, text: readFileSync(join(measuredApi.specs, path), "utf8") }));
  const jobs = {
    compile: () => compile(files),
    format: () => files.map(({ text }) => format(text)),
    lint: () => lint(files),
    "lint, all rules": () => lint(files, { preset: "all" }),
  } as const;
  const times = new Map<string, number[]>(Object.keys(jobs).map((name) => [name, []]));
  for (let round = 0; round < warmUp + rounds; round++) {
    for (const [name, run] of Object.entries(jobs)) {
      const start = performance.now();
      run();
      if (round >= warmUp) {
        times.get(name)?.push(performance.now() - start);
      }
    }
  }
  const compiling = times.get("compile") ?? [];
  /** `lint` compiles first, which is not part of its row. */
  const row = (name: string, job: string, target: Target | undefined, subtracted: number): Row => {
    const ratio = median((times.get(job) ?? []).map((time, round) => time / (compiling[round] ?? NaN) - subtracted));
    return { name, values: [ratio, ...judgeTarget(ratio, target), median(compiling)] };
  };
  return {
    title: `Formatting and linting ${measuredApi.name}`,
    columns: ["ratio", "target", "met", "compile ms"],
    rows: [
      row("format / compile", "format", { atMost: 0.4 }, 0),
      row("recommended rules / compile", "lint", { atMost: 0.5 }, 1),
      row("all rules / compile", "lint, all rules", undefined, 1),
    ],
    notes: [...measuredApi.warnings, "Medians of the ratios of alternating runs in one warm process."],
  };
}
