import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { median } from "./alternately.js";
import { processesAlternately } from "./compile/processes.js";
import { measuredApi, repository, withTemporaryFolder } from "./measured-api.js";
import type { Row, Table } from "./table.js";
import { judgeTarget } from "./target.js";

const main = join(repository, "dist/cli/main.js");

/**
 * Measures the cost of comparing an API with itself, and with one in which a pattern has changed, relative to a cold
 * `check`.
 */
export function diff(): Promise<Table> {
  return withTemporaryFolder((folder) => {
    cpSync(measuredApi.specs, join(folder, "new"), { recursive: true });
    cpSync(measuredApi.specs, join(folder, "old"), { recursive: true });
    changePattern(join(folder, "old"));
    const compat = { rules: { "pattern-changed": "warn" } };
    const config = { specs: "new", binding: { preset: measuredApi.preset }, compat };
    writeFileSync(join(folder, "ashlar.config.json"), JSON.stringify(config));
    const job = (name: string, ...args: string[]): Parameters<typeof processesAlternately>[0][number] => ({
      name,
      commands: [[process.execPath, main, ...args]],
      cwd: folder,
    });
    const times = processesAlternately([
      job("check", "check", "new"),
      job("nothing changed", "diff", "new", "new"),
      job("an alias changed, --no-proof", "diff", "old", "new", "--no-proof"),
      job("an alias changed", "diff", "old", "new"),
      job("an alias changed, --proof=source", "diff", "old", "new", "--proof=source"),
    ]);
    const checks = times.get("check") ?? [];
    const row = (name: string, atMost: number | undefined): Row => {
      const all = times.get(name) ?? [];
      const ratio = median(all.map((time, round) => time / (checks[round] ?? NaN)));
      return {
        name,
        values: [ratio, ...judgeTarget(ratio, atMost === undefined ? undefined : { atMost }), median(all)],
      };
    };
    return Promise.resolve({
      title: `Comparing ${measuredApi.name}`,
      columns: ["/ check", "target", "met", "ms"],
      rows: [
        row("check", undefined),
        row("nothing changed", 2),
        row("an alias changed, --no-proof", 2.3),
        row("an alias changed", 5),
        row("an alias changed, --proof=source", undefined),
      ],
      notes: [...measuredApi.warnings, "Medians of alternating processes."],
    });
  });
}

/** Allows one more first character in the first pattern for email addresses. Throws an Error if there is none. */
function changePattern(folder: string): void {
  for (const file of readdirSync(folder).map((name) => join(folder, name))) {
    const text = readFileSync(file, "utf8");
    const changed = text.replace(/^(alias Email\w+ = .*pattern="\^\[)/m, "$1!");
    if (changed !== text) {
      writeFileSync(file, changed);
      return;
    }
  }
  throw new Error(`${folder} has no alias for addresses of e-mails.`);
}
