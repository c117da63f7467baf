import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Icon } from "../components/icon.js";
import { formatNumber } from "../components/text.js";
import { Problem, problemText } from "../problems/problem.js";

/** How many of the items of an action are done. */
interface Progress {
  readonly done: number;
  readonly total: number;
}

/** Performs an action on a batch of items. Resolves to the items that failed and the reasons; rejects if all of them failed. */
type Act<Item> = (batch: readonly Item[]) => Promise<ReadonlyMap<Item, string>>;

/** An action on several items. */
interface Bulk<Item> {
  /** The progress; undefined while the action is not running. */
  readonly progress: Progress | undefined;
  /** The reasons why items failed in the last run, by key. */
  readonly reasons: ReadonlyMap<string, string>;
  /**
   * Runs the action. Rejects with a `Problem` if it has failed for some items; for a single item, with the error of that item.
   */
  readonly run: (items: readonly Item[], act: Act<Item>) => Promise<void>;
}

interface BulkOptions<Item> {
  /** Returns a string that identifies an item. */
  readonly keyOf: (item: Item) => string;
  readonly nameOf: (item: Item) => string;
  readonly batchSize?: number;
}

/**
 * Returns the state of an action on items, which are sent in batches, one after the other. The action continues after the
 * service has refused an item. It stops when a call fails for another reason, because later calls would fail as well, and when
 * the component is removed.
 */
export function useBulk<Item>({ keyOf, nameOf, batchSize = 1 }: BulkOptions<Item>): Bulk<Item> {
  const [progress, setProgress] = useState<Progress>();
  const [reasons, setReasons] = useState<ReadonlyMap<string, string>>(new Map());
  const isRemoved = useRef(false);
  useEffect(() => () => void (isRemoved.current = true), []);

  const perform = async (items: readonly Item[], act: Act<Item>): Promise<void> => {
    const total = items.length;
    const failed = new Map<Item, string>();
    const showFailed = (): void => setReasons(new Map([...failed].map(([item, reason]) => [keyOf(item), reason])));
    let done = 0;
    let isBroken = false;
    showFailed();
    while (done < total && !isBroken && !isRemoved.current) {
      setProgress({ done, total });
      const batch = items.slice(done, done + batchSize);
      try {
        (await act(batch)).forEach((reason, item) => failed.set(item, reason));
      } catch (thrown) {
        if (total === 1) {
          throw thrown;
        }
        batch.forEach((item) => failed.set(item, problemText(thrown)));
        isBroken = !(thrown instanceof Problem);
      }
      showFailed();
      done += isBroken ? 0 : batch.length;
    }
    if (done < total || failed.size > 0) {
      const outcome = done < total ? `Stopped after ${done} of ${total}.` : `${failed.size} of ${total} failed.`;
      const named = [...failed].map(([item, reason]) => `${nameOf(item)}: ${reason}`);
      const details = isRemoved.current ? named : ["The list shows why."]; // the list is gone as well
      throw new Problem([outcome, ...details].join(" "));
    }
  };
  const run: Bulk<Item>["run"] = (items, act) => perform(items, act).finally(() => setProgress(undefined));
  return { progress, reasons, run };
}

interface CheckedItem {
  readonly key: string;
  readonly title: string;
  readonly detail?: string;
  /** Why the action failed for the item. */
  readonly problem?: string | undefined;
  /** Why the action excludes the item. */
  readonly obstacle?: string | undefined;
}

interface CheckedListProps {
  readonly label: string;
  readonly items: readonly CheckedItem[];
}

/** The items of an action; those with problems come first. The list can have the focus, because a long list scrolls. */
export function CheckedList({ label, items }: CheckedListProps): VNode {
  return (
    <ul class="checked-list" aria-label={label} tabIndex={0}>
      {items
        .toSorted((a, b) => rank(a) - rank(b))
        .map(({ key, title, detail, problem, obstacle }) => (
          <li key={key} class={problem !== undefined ? "problem" : obstacle !== undefined ? "muted" : ""}>
            {problem !== undefined && <Icon name="alert" />}
            <span>
              {title}
              <small>{problem ?? (obstacle === undefined ? detail : `Left out. ${obstacle}`)}</small>
            </span>
          </li>
        ))}
    </ul>
  );
}

/** Returns the sort rank of an item. */
function rank({ problem, obstacle }: CheckedItem): number {
  return problem !== undefined ? 0 : obstacle !== undefined ? 1 : 2;
}

interface ProgressBarProps {
  readonly done: number;
  readonly total: number;
}

/** The progress of an action on several items. */
export function ProgressBar({ done, total }: ProgressBarProps): VNode {
  return (
    <label class="progress">
      <span>
        {formatNumber(done)} of {formatNumber(total)} done. To stop, close this dialog.
      </span>
      <progress max={total} value={done} />
    </label>
  );
}
