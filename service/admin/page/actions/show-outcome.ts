import type { ComponentChildren } from "preact";
import type { AdminConsole } from "../console-context.js";
import { GoneProblem, problemText } from "../problems/problem.js";

interface NotifiedAction {
  /** The message while the action is running, such as `Recovering Bo Arch`. */
  readonly progress: ComponentChildren;
  /** The message when the action has succeeded. */
  readonly done: ComponentChildren;
  readonly work: () => Promise<void>;
}

/** Runs an action that needs no confirmation, and shows its progress and result. */
export async function runNotified(
  { notify, reload }: AdminConsole,
  { progress, done, work }: NotifiedAction,
): Promise<void> {
  notify({ kind: "progress", text: [progress, " …"] });
  try {
    await work();
    notify({ kind: "done", text: done });
  } catch (thrown) {
    notify({ kind: "problem", text: problemText(thrown) });
    if (thrown instanceof GoneProblem) {
      await reload();
    }
  }
}

/**
 * Loads and shows the result of an action that has succeeded and must not be repeated: if loading fails, the page in
 * the URL is reloaded, and reports the problem itself.
 */
export async function showChange({ reload }: AdminConsole, load: () => Promise<void>): Promise<void> {
  try {
    await load();
  } catch {
    await reload();
  }
}
