import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { median } from "./alternately.js";
import { processesAlternately } from "./compile/processes.js";
import { measuredApi, repository, withTemporaryFolder } from "./measured-api.js";
import type { Row, Table } from "./table.js";
import { judgeTarget } from "./target.js";

const main = join(repository, "dist/cli/main.js");

type Change = readonly [before: RegExp, after: string];

/** The changes that are made to the old specifications, by the names of their folders. */
const changes: Readonly<Record<string, Change>> = {
  // Email addresses may begin with one more character.
  pattern: [/^(alias Email\w+ = .*pattern="\^\[)/m, "$1!"],
  // A list may have twice as many items: the value that tells both apart is as long as the list.
  limit: [/(?<=\bmax_items=)1000\b/, "2000"],
};

/**
 * Measures the cost of comparing an API with itself, and with ones in which a pattern or a limit has changed, relative to
 * a cold `check`.
 */
export function diff(): Promise<Table> {
  return withTemporaryFolder(async (folder) => {
    cpSync(measuredApi.specs, join(folder, "new"), { recursive: true });
    for (const [name, change] of Object.entries(changes)) {
      cpSync(measuredApi.specs, join(folder, name), { recursive: true });
      changeFirst(join(folder, name), change);
    }
    const compat = { rules: { "pattern-changed": "warn", "items-narrowed": "warn" } };
    const config = { specs: "new", binding: { preset: measuredApi.preset }, compat };
    writeFileSync(join(folder, "ashlar.config.json"), JSON.stringify(config));
    const job = (name: string, ...args: string[]): Parameters<typeof processesAlternately>[0][number] => ({
      name,
      commands: [[process.execPath, main, ...args]],
      cwd: folder,
    });
    const times = await processesAlternately([
      job("check", "check", "new"),
      job("nothing changed", "diff", "new", "new"),
      job("an alias changed, --no-proof", "diff", "pattern", "new", "--no-proof"),
      job("an alias changed", "diff", "pattern", "new"),
      job("the limit of a list changed", "diff", "limit", "new"),
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
    return {
      title: `Comparing ${measuredApi.name}`,
      columns: ["/ check", "target", "met", "ms"],
      rows: [
        row("check", undefined),
        row("nothing changed", 2),
        row("an alias changed, --no-proof", 2.3),
        row("an alias changed", 5),
        row("the limit of a list changed", 5),
      ],
      notes: [...measuredApi.warnings, "Medians of alternating processes."],
    };
  });
}

/** Replaces the first match of a change in the files of a folder. Throws an Error if there is none. */
function changeFirst(folder: string, [before, after]: Change): void {
  for (const file of readdirSync(folder).map((name) => join(folder, name))) {
    const text = readFileSync(file, "utf8");
    const changed = text.replace(before, after);
    if (changed !== text) {
      writeFileSync(file, changed);
      return;
    }
  }
  throw new Error(`${folder} has nothing that ${before} matches.`);
}
