import { useState } from "preact/hooks";
import { problemText } from "../problems/call-problem.js";

/** Something that is done when it is asked for. */
export interface ActionState {
  readonly isBusy: boolean;
  /** Why it was not possible the last time. */
  readonly problem: string | undefined;
  /** Does it; whether that was possible. */
  readonly run: (work: () => Promise<void>) => Promise<boolean>;
}

/** Keeps track of an action: whether it is under way, and why it failed. */
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
