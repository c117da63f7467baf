import type { VNode } from "preact";
import { Icon } from "./icon.js";

/** A message about something that went wrong, which is read out at once. */
export function Alert({ children, retry }: { readonly children: string; readonly retry?: () => void }): VNode {
  return (
    <div class="alert" role="alert">
      <Icon name="alert" />
      <p>{children}</p>
      {retry !== undefined && (
        <button type="button" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}
