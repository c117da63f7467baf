import type { VNode } from "preact";
import { Icon } from "./icon.js";

/** An error message, which screen readers announce immediately. */
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
