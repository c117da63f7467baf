import { readdir, readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { PrintedFile } from "../../generator/code/module.js";
import { playgroundManifest } from "../../project/output/manifest.js";
import { cleanFolder, writeFolder } from "../../project/output/output-folder.js";
import { onEndSignal } from "../../project/end-signals.js";
import { UsageError } from "../../project/failure.js";
import { ownFile } from "../../project/own-file.js";
import { reportWritten } from "../report/output-files.js";

export interface PlaygroundArguments {
  readonly out?: string | undefined;
  readonly clean?: boolean | undefined;
}

/** Writes the playground, or removes it. Returns the exit code. */
export async function runPlayground({ out = "playground", clean }: PlaygroundArguments): Promise<number> {
  const folder = resolve(out);
  const interrupt = new AbortController();
  const forget = onEndSignal(() => interrupt.abort(new UsageError("Interrupted. Nothing has been changed.")));
  try {
    const written =
      clean === true
        ? await cleanFolder(folder, interrupt.signal, playgroundManifest)
        : await writeFolder(folder, await playgroundFiles(), interrupt.signal, undefined, playgroundManifest);
    return reportWritten(folder, written);
  } finally {
    forget();
  }
}

/** Returns the files of the playground, as they are in the package of Ashlar. */
async function playgroundFiles(): Promise<PrintedFile[]> {
  const source = ownFile("dist/playground/");
  const entries = await readdir(source, { recursive: true, withFileTypes: true });
  const paths = (await readdir(source, { recursive: true })).map((path) => path.replaceAll("\\", "/"));
  const files = paths.filter((_, index) => entries[index]?.isFile() === true).sort();
  return Promise.all(files.map(async (path) => ({ path, text: await readFile(new URL(path, source), "utf8") })));
}
