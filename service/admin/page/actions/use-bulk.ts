import { useEffect, useRef, useState } from "preact/hooks";
import { problemText } from "../problems/call-problem.js";
import { Problem } from "../problems/problem.js";

/** How many items of an action are done, of all. */
interface Progress {
  readonly done: number;
  readonly total: number;
}

/** Performs an action on a batch of items. Resolves to the reasons for those that failed; throws if all of them did. */
type Act<Item> = (batch: readonly Item[]) => Promise<ReadonlyMap<Item, string>>;

/** An action on several items. */
export interface Bulk<Item> {
  /** Undefined while the action is not running. */
  readonly progress: Progress | undefined;
  /** The reasons why items failed in the last run, by key. */
  readonly reasons: ReadonlyMap<string, string>;
  /** Runs the action. Throws a `Problem` if it has failed for some items, and that of the item if there is only one. */
  readonly run: (items: readonly Item[], act: Act<Item>) => Promise<void>;
}

/**
 * Tracks an action on items, which are sent in batches, one after the other. It continues after the service has refused an
 * item, and stops when a call fails otherwise, because later calls would too, and when the component is removed.
 */
export function useBulk<Item>(keyOf: (item: Item) => string, batchSize = 1): Bulk<Item> {
  const [progress, setProgress] = useState<Progress>();
  const [reasons, setReasons] = useState<ReadonlyMap<string, string>>(new Map());
  const isRemoved = useRef(false);
  useEffect(() => () => void (isRemoved.current = true), []);

  const run = async (items: readonly Item[], act: Act<Item>): Promise<void> => {
    const total = items.length;
    let failed: ReadonlyMap<string, string> = new Map();
    const fail = (reasons: ReadonlyMap<Item, string>): void => {
      failed = new Map([...failed, ...[...reasons].map(([item, reason]) => [keyOf(item), reason] as const)]);
      setReasons(failed);
    };
    fail(new Map());
    for (let done = 0; done < total; done += batchSize) {
      if (isRemoved.current) {
        throw new Problem(`Stopped after ${done} of ${total}.`);
      }
      setProgress({ done, total });
      const batch = items.slice(done, done + batchSize);
      try {
        fail(await act(batch));
      } catch (thrown) {
        if (total === 1) {
          throw thrown;
        }
        fail(new Map(batch.map((item) => [item, problemText(thrown)])));
        if (!(thrown instanceof Problem)) {
          throw new Problem(`Stopped after ${done} of ${total}. The list shows why.`);
        }
      }
    }
    if (failed.size > 0) {
      throw new Problem(`${failed.size} of ${total} failed. The list shows why.`);
    }
  };
  const runTracked: Bulk<Item>["run"] = (items, act) => run(items, act).finally(() => setProgress(undefined));
  return { progress, reasons, run: runTracked };
}
