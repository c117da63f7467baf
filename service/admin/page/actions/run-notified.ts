import type { ComponentChildren } from "preact";
import { problemText } from "../problems/call-problem.js";
import { GoneProblem } from "../problems/problem.js";
import type { AdminConsole } from "../console-context.js";

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
