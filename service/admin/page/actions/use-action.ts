import { useState } from "preact/hooks";
import { problemText } from "../problems/call-problem.js";

/** The state of an action. */
export interface ActionState {
  readonly isBusy: boolean;
  /** The reason why the last attempt failed; undefined if it did not fail. */
  readonly problem: string | undefined;
  /** Runs the action. Resolves to whether it succeeded. */
  readonly run: (work: () => Promise<void>) => Promise<boolean>;
}

/** Returns the state of an action: whether it is running, and why it failed. */
export function useAction(): ActionState {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const run = async (work: () => Promise<void>): Promise<boolean> => {
    setBusy(true);
    setProblem(undefined);
    try {
      await work();
      return true;
    } catch (thrown) {
      setProblem(problemText(thrown));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, problem, run };
}
