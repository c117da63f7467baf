import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onEnd } from "./end-signals.js";

/**
 * Runs a function with a temporary folder. The folder is removed afterwards, even after an error or if a signal ends
 * the process.
 */
export async function inTemporaryFolder<Result>(run: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "ashlar-"));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  const forget = onEnd(remove);
  try {
    return await run(folder);
  } finally {
    forget();
    remove();
  }
}
