import type { ComponentChildren, VNode } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { Icon } from "./icon.js";

interface DialogProps {
  readonly title: ComponentChildren;
  /** Called when the dialog has been closed in any way. */
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/**
 * A modal dialog, which is open as long as it is rendered. When it closes, the focus returns to the element that had it
 * before.
 */
export function Dialog({ title, onClose, children }: DialogProps): VNode {
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const opener = document.activeElement;
    const element = dialog.current;
    element?.showModal();
    return () => {
      element?.close(); // closed first, because nothing outside of an open modal dialog can have the focus
      if (opener instanceof HTMLElement && opener.isConnected) {
        opener.focus();
      } else {
        document.querySelector<HTMLElement>("h1")?.focus(); // the element that opened the dialog is gone
      }
    };
  }, []);
  return (
    <dialog ref={dialog} aria-labelledby={titleId} onClose={() => dialog.current !== null && onClose()}>
      <div class="dialog-head">
        <h2 id={titleId}>{title}</h2>
        <button type="button" class="icon-button" aria-label="Close" onClick={() => dialog.current?.close()}>
          <Icon name="close" />
        </button>
      </div>
      {children}
    </dialog>
  );
}
