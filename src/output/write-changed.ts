import { basename, dirname } from "node:path";
import type { SourceFile } from "../source/source.js";
import { replaceFiles } from "./replace-files.js";

/** Writes the files whose text has changed. */
export async function writeChanged(before: readonly SourceFile[], after: readonly SourceFile[]): Promise<void> {
  const texts = new Map(before.map(({ path, text }) => [path, text]));
  for (const { path, text } of after) {
    if (texts.get(path) !== text) {
      await replaceFiles(dirname(path), [{ path: basename(path), text }]);
    }
  }
}
