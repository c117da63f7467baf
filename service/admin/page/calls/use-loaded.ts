import { useCallback, useEffect, useState } from "preact/hooks";
import { GoneProblem, problemText } from "../problems/problem.js";

/** A value that is loaded when it is first shown. */
export interface Loaded<Value> {
  /** The value; undefined until it is loaded. */
  readonly value: Value | undefined;
  /** The reason why the value could not be loaded; undefined otherwise. */
  readonly problem: string | undefined;
  /** Whether the reason is that the value does not exist. */
  readonly isGone: boolean;
  readonly reload: () => void;
  /** Changes the value in place. */
  readonly change: (changed: (value: Value) => Value) => void;
}

/** Loads a value when the component is first shown, and whenever one of the dependencies changes. */
export function useLoaded<Value>(load: () => Promise<Value>, dependencies: readonly unknown[]): Loaded<Value> {
  const [value, setValue] = useState<Value>();
  const [failure, setFailure] = useState<{ readonly thrown: unknown }>();
  const [loads, setLoads] = useState(0);
  useEffect(() => {
    let isOver = false;
    setFailure(undefined);
    load().then(
      (loaded) => !isOver && setValue(loaded),
      (thrown: unknown) => !isOver && setFailure({ thrown }),
    );
    return () => {
      isOver = true;
    };
  }, [...dependencies, loads]);
  const reload = useCallback(() => setLoads((before) => before + 1), []);
  const change = useCallback((changed: (value: Value) => Value) => {
    setValue((before) => (before === undefined ? before : changed(before)));
  }, []);
  const problem = failure && problemText(failure.thrown);
  return { value, problem, isGone: failure?.thrown instanceof GoneProblem, reload, change };
}
