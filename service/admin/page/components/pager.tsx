import type { VNode } from "preact";
import { count } from "./text.js";
import { Icon } from "./icon.js";

interface PagerProps {
  readonly page: number;
  readonly pageSize: number;
  readonly matches: number;
  readonly show: (page: number) => void;
}

/** The position of the page in the list, with buttons for the previous and next page. */
export function Pager({ page, pageSize, matches, show }: PagerProps): VNode {
  const first = (page - 1) * pageSize + 1;
  const last = Math.min(page * pageSize, matches);
  // Buttons are not disabled at the ends, because a pressed button would lose the focus.
  const step = (to: number, isPossible: boolean) => ({
    "aria-disabled": !isPossible,
    onClick: () => isPossible && show(to),
  });
  return (
    <nav class="pager" aria-label="Pages">
      <p>
        {count(first)}–{count(last)} of {count(matches)}
      </p>
      <button type="button" {...step(page - 1, page > 1)}>
        <Icon name="left" />
        Previous
      </button>
      <button type="button" {...step(page + 1, last < matches)}>
        Next
        <Icon name="right" />
      </button>
    </nav>
  );
}
