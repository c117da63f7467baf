import { changesByHand } from "../../project/output/changes-by-hand.js";
import type { Written } from "../../project/output/output-folder.js";
import { displayPath } from "../../project/display-path.js";
import { exitCode } from "./exit-code.js";

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
