import { join } from "node:path";
import type { Difference } from "../../project/output/compare-folder.js";
import { displayPath } from "../../project/display-path.js";
import { exitCode } from "./exit-code.js";

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
