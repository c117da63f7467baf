import { useCallback, useEffect, useState } from "preact/hooks";
import { textOf } from "./api.js";

/** Something that is loaded when it is first shown, and again when that is asked for. */
export interface Loaded<Value> {
  /** Undefined until it is there. */
  readonly value: Value | undefined;
  /** What went wrong last; undefined if nothing did. */
  readonly problem: string | undefined;
  /** What is going on, for people; undefined if nothing is. */
  readonly progress: string | undefined;
  /** Does something, which is told of as going on, and loads again. */
  readonly act: (progress: string, action: () => Promise<unknown>) => Promise<void>;
}

/** Loads something with a function that stays the same. */
export function useLoaded<Value>(load: () => Promise<Value>): Loaded<Value> {
  const [value, setValue] = useState<Value>();
  const [problem, setProblem] = useState<string>();
  const [progress, setProgress] = useState<string>();
  const act = useCallback(
    async (going: string, action: () => Promise<unknown>) => {
      setProblem(undefined);
      setProgress(going);
      try {
        await action();
        setValue(await load());
      } catch (thrown) {
        setProblem(textOf(thrown));
      } finally {
        setProgress(undefined);
      }
    },
    [load],
  );
  useEffect(() => {
    void act("Loading …", () => Promise.resolve());
  }, [act]);
  return { value, problem, progress, act };
}
