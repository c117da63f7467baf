import { access, constants } from "node:fs/promises";
import { relative } from "node:path";
import { failureReason, UsageError } from "../failure.js";
import type { SourceFile } from "../../text/source.js";
import { replaceFiles } from "./replace-files.js";

/** Writes the files whose text has changed. Throws a UsageError, and writes nothing, if one of them cannot be written. */
export async function writeChanged(before: readonly SourceFile[], after: readonly SourceFile[]): Promise<void> {
  const texts = new Map(before.map(({ path, text }) => [path, text]));
  const changed = after.filter(({ path, text }) => texts.get(path) !== text);
  for (const { path } of changed) {
    await access(path, constants.W_OK).catch((thrown: unknown) => {
      throw new UsageError(`${path} cannot be written: ${failureReason(thrown)}.`);
    });
  }
  const folder = process.cwd();
  await replaceFiles(
    folder,
    changed.map(({ path, text }) => ({ path: relative(folder, path), text })),
  );
}
