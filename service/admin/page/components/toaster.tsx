import type { ComponentChildren, VNode } from "preact";
import { Icon } from "./icon.js";

/** A message about an action. */
export interface Notice {
  readonly kind: "progress" | "done" | "problem";
  /** Names in the text are in `<bdi>` elements, so that their direction does not affect the sentence. */
  readonly text: ComponentChildren;
}

interface ToasterProps {
  readonly notice: Notice | undefined;
  readonly dismiss: () => void;
}

/**
 * Shows and announces the result of the last action. The live regions are always rendered, because screen
 * readers announce only changes in a region that already exists.
 */
export function Toaster({ notice, dismiss }: ToasterProps): VNode {
  const isProblem = notice?.kind === "problem";
  return (
    <div class="toaster">
      <div role="status">{notice !== undefined && !isProblem && <Toast notice={notice} dismiss={dismiss} />}</div>
      <div role="alert">{notice !== undefined && isProblem && <Toast notice={notice} dismiss={dismiss} />}</div>
    </div>
  );
}

function Toast({ notice, dismiss }: { readonly notice: Notice; readonly dismiss: () => void }): VNode {
  return (
    <div class={`toast ${notice.kind}`}>
      {notice.kind === "progress" ? (
        <span class="spinner" aria-hidden="true" />
      ) : (
        <Icon name={notice.kind === "done" ? "check" : "alert"} />
      )}
      <p>{notice.text}</p>
      {notice.kind !== "progress" && (
        <button type="button" class="icon-button" aria-label="Dismiss message" onClick={dismiss}>
          <Icon name="close" />
        </button>
      )}
    </div>
  );
}
