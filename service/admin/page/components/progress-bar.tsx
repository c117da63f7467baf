import type { VNode } from "preact";
import { formatNumber } from "./text.js";

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
