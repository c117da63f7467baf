import type { VNode } from "preact";
import type { Loaded } from "./loaded.js";

/** Tells what is going on, and what went wrong. */
export function Status({ of: { progress, problem } }: { readonly of: Loaded<unknown> }): VNode {
  return (
    <div class="status" aria-live="polite">
      {progress !== undefined && <p role="status">{progress}</p>}
      {problem !== undefined && <p role="alert">{problem}</p>}
    </div>
  );
}
