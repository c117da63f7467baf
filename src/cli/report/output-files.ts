import { join } from "node:path";
import { displayPath } from "../../project/paths.js";
import { changesByHand } from "../../project/output/changes-by-hand.js";
import type { Difference } from "../../project/output/compare-folder.js";
import type { Written } from "../../project/output/output-folder.js";
import { exitCode } from "./process.js";

/** Reports how a folder differs from the files that a command would write to it. Returns the exit code. */
export function reportDifference(folder: string, { kept, ...differences }: Difference, command: string): number {
  const lines = Object.entries(differences).flatMap(([kind, paths]) =>
    paths.map((path) => `${kind.padEnd(8)} ${displayPath(join(folder, path))}\n`),
  );
  const advice = [
    ...(lines.length > differences.foreign.length ? [`Run \`ashlar ${command}\` and commit the result.\n`] : []),
    ...(differences.foreign.length > 0 ? ["Move or remove the foreign files: Ashlar did not write them.\n"] : []),
  ];
  const left = kept.map(
    (path) => `${displayPath(join(folder, path))} was changed by hand and is no longer generated. Move or remove it.\n`,
  );
  const isFresh = lines.length + left.length === 0;
  process.stdout.write(isFresh ? `${displayPath(folder)} is fresh.\n` : [...lines, ...advice, ...left].join(""));
  return isFresh ? exitCode.done : exitCode.specIsWrong;
}

/** Reports which files in a folder were written and removed. Returns the exit code. */
export function reportWritten(folder: string, written: Written): number {
  changesByHand(folder, written).forEach((text) => process.stderr.write(`${text}\n`));
  const { changed, removed } = written;
  const parts = [
    ...(changed.length > 0 ? [`Wrote ${count(changed)} in`] : []),
    ...(removed.length > 0 ? [`Removed ${count(removed)} from`] : []),
  ];
  process.stdout.write(
    parts.length === 0
      ? `${displayPath(folder)} is up to date.\n`
      : parts.map((part) => `${part} ${displayPath(folder)}.\n`).join(""),
  );
  return exitCode.done;
}

function count(files: readonly string[]): string {
  return `${files.length} ${files.length === 1 ? "file" : "files"}`;
}
