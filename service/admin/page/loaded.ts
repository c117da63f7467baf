import { useEffect, useState } from "preact/hooks";
import { textOf } from "./api.js";

/** Something that is loaded when it is first shown, and again when that is asked for. */
export interface Loaded<Value> {
  /** Undefined until it is there. */
  readonly value: Value | undefined;
  /** What went wrong last; undefined if nothing did. */
  readonly problem: string | undefined;
  /** What is going on, for people; undefined if nothing is. */
  readonly progress: string | undefined;
  /** Does something, which is told of as going on, and loads again; whether that was possible. */
  readonly act: (progress: string, action: () => Promise<unknown>) => Promise<boolean>;
}

/** Loads something with a function that stays the same; `onChange` is told when something has been done. */
export function useLoaded<Value>(load: () => Promise<Value>, onChange?: () => void): Loaded<Value> {
  const [value, setValue] = useState<Value>();
  const [problem, setProblem] = useState<string>();
  const [progress, setProgress] = useState<string>();
  const act = async (going: string, action: () => Promise<unknown>): Promise<boolean> => {
    setProblem(undefined);
    setProgress(going);
    try {
      await action();
      onChange?.();
      setValue(await load());
      return true;
    } catch (thrown) {
      setProblem(textOf(thrown));
      return false;
    } finally {
      setProgress(undefined);
    }
  };
  useEffect(() => {
    let isOver = false;
    setProgress("Loading …");
    load()
      .then((loaded) => !isOver && setValue(loaded))
      .catch((thrown: unknown) => !isOver && setProblem(textOf(thrown)))
      .finally(() => !isOver && setProgress(undefined));
    return () => {
      isOver = true;
    };
  }, [load]);
  return { value, problem, progress, act };
}
