import { problemText } from "../problems/call-problem.js";
import type { Console } from "../console-context.js";

interface NotifiedAction {
  /** What is said while it is under way, such as `Recovering Bo Arch`. */
  readonly progress: string;
  /** What is said when it is done. */
  readonly done: string;
  readonly work: () => Promise<void>;
}

/** Does something that needs no confirmation, and shows how it goes. */
export async function runNotified({ notify }: Console, { progress, done, work }: NotifiedAction): Promise<void> {
  notify({ kind: "progress", text: `${progress} …` });
  try {
    await work();
    notify({ kind: "done", text: done });
  } catch (thrown) {
    notify({ kind: "problem", text: problemText(thrown) });
  }
}
