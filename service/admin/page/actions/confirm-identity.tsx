import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { onConfirmation } from "../confirmation.js";

/**
 * Asks the administrator to confirm their identity at the service. This is in another tab, so that nothing that was selected or
 * entered here is lost. `onConfirmed` is called when they have done it.
 */
export function ConfirmIdentity({ onConfirmed }: { readonly onConfirmed: () => void }): VNode {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => link.current?.focus(), []);
  useEffect(() => onConfirmation(onConfirmed), [onConfirmed]);
  return (
    <div class="confirm-identity" role="status">
      <p>Your log-in was a while ago. Confirm that it is you, and this action continues.</p>
      <a ref={link} class="button primary" href="/confirm" target="_blank" rel="opener">
        Confirm in a new tab
      </a>
    </div>
  );
}
