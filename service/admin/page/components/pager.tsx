import type { VNode } from "preact";
import { formatNumber } from "./text.js";
import { Icon } from "./icon.js";

interface PagerProps {
  readonly page: number;
  readonly pageSize: number;
  /** The number of rows on the page. */
  readonly length: number;
  /** The number of rows on all pages; undefined if it is unknown. */
  readonly matches: number | undefined;
  readonly hasMore: boolean;
  readonly show: (page: number) => void;
}

/** The position of the page in the list, and the buttons for the previous and the next page. */
export function Pager({ page, pageSize, length, matches, hasMore, show }: PagerProps): VNode {
  const before = (page - 1) * pageSize;
  // The buttons are not disabled on the first and last page, because a pressed button would lose the focus.
  const step = (to: number, isPossible: boolean) => ({
    "aria-disabled": !isPossible,
    onClick: () => isPossible && show(to),
  });
  return (
    <nav class="pager" aria-label="Pages">
      <p>
        {formatNumber(before + 1)}–{formatNumber(before + length)}
        {matches !== undefined && ` of ${formatNumber(matches)}`}
      </p>
      <button type="button" {...step(page - 1, page > 1)}>
        <Icon name="left" />
        Previous
      </button>
      <button type="button" {...step(page + 1, hasMore)}>
        Next
        <Icon name="right" />
      </button>
    </nav>
  );
}
