import type { VNode } from "preact";
import { Icon } from "./icon.js";

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
