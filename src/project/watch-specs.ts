import { mistakeReport, UsageError } from "./failure.js";
import { FolderWatch } from "./folder-watch.js";
import { findInputs, isInput, listWatchedPaths, type Inputs } from "./inputs.js";
import type { Configured } from "./load-configured.js";

/** How long to wait for more changes, in milliseconds. Nobody waits for a restarted server as for a save of `generate --watch`. */
const pause = 20;

/**
 * Calls `onChange` after changes of the configuration and the specifications, never concurrently. Prints its errors to
 * standard error.
 */
export async function watchSpecs(configured: Configured, onChange: () => Promise<void>): Promise<FolderWatch> {
  let inputs: Inputs = await findInputs(configured);
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const run = async (): Promise<void> => {
    try {
      inputs = await findInputs(configured);
      folders.watch(await listWatchedPaths(inputs));
      await onChange();
    } catch (thrown) {
      process.stderr.write(thrown instanceof UsageError ? `error: ${thrown.message}\n` : mistakeReport(thrown));
    }
  };
  const folders = new FolderWatch(process.cwd(), (path) => {
    if (isInput(inputs, path) || folders.has(path)) {
      clearTimeout(timer);
      timer = setTimeout(() => {
        running = running.then(run);
      }, pause);
    }
  });
  folders.watch(await listWatchedPaths(inputs));
  return folders;
}
