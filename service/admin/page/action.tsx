import type { VNode } from "preact";
import type { Loaded } from "./loaded.js";

interface ActionProps {
  /** What is loaded again afterwards. */
  readonly on: Loaded<unknown>;
  /** What is said while it goes on. */
  readonly going: string;
  readonly run: () => Promise<unknown>;
  /** What is asked before; nothing if it can be taken back. */
  readonly question?: string | undefined;
  readonly children: string;
}

/** A button that does something. */
export function Action({ on, going, run, question, children }: ActionProps): VNode {
  const click = (): void => {
    if (question === undefined || confirm(question)) {
      void on.act(`${going} …`, run);
    }
  };
  return (
    <button type="button" class="quiet" onClick={click}>
      {children}
    </button>
  );
}
