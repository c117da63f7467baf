import type { ComponentChildren, TargetedSubmitEvent, VNode } from "preact";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Icon } from "../components/icon.js";
import { Alert } from "../components/placeholders.js";
import { onConfirmation } from "../confirmed.js";
import { useAdminConsole } from "../console-context.js";
import { InputProblemsContext, type InputProblems } from "../problems/input-problems.js";
import { GoneProblem, problemText } from "../problems/problem.js";

interface FormDialogProps {
  readonly title: ComponentChildren;
  /** The label of the submit button. */
  readonly button: string;
  readonly isDangerous?: boolean;
  /** Whether the administrator must have logged in, or confirmed their identity, recently. */
  readonly isSensitive?: boolean;
  /** Returns the problems with what was entered. Without it, the browser checks each input, and reports the first problem. */
  readonly check?: (data: FormData) => InputProblems;
  /** Performs the action. Resolves to the success message. */
  readonly submit: (data: FormData) => Promise<ComponentChildren>;
  readonly children?: ComponentChildren;
}

/** A dialog for the inputs or the confirmation of an action. It stays open until the action succeeds or becomes impossible. */
export function FormDialog(props: FormDialogProps): VNode {
  const { title, button, isDangerous = false, isSensitive = false, check, submit, children } = props;
  const { showDialog, notify, reload, prepareSensitive } = useAdminConsole();
  const { isBusy, problem, run } = useAction();
  const [inputProblems, setInputProblems] = useState<InputProblems>({});
  const [asksToConfirm, setAsksToConfirm] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const isRemoved = useRef(false);
  useEffect(() => () => void (isRemoved.current = true), []);
  const close = (): void => {
    if (!isRemoved.current) {
      showDialog(undefined); // if this dialog was removed, another one may be open
    }
  };
  const onSubmit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (isBusy) {
      return; // the button is not disabled during the action, because it would lose the focus
    }
    const data = new FormData(event.currentTarget);
    const problems = check?.(data) ?? {};
    setInputProblems(problems);
    const inputs = [...event.currentTarget.elements].filter((element) => element instanceof HTMLInputElement);
    const wrong = inputs.find(({ name }) => Object.hasOwn(problems, name));
    if (wrong !== undefined) {
      wrong.focus();
      return;
    }
    void run(async () => {
      const isReady = !isSensitive || (await prepareSensitive());
      setAsksToConfirm(!isReady);
      if (!isReady) {
        return;
      }
      try {
        const text = await submit(data);
        close();
        notify({ kind: "done", text });
      } catch (thrown) {
        const isGone = thrown instanceof GoneProblem;
        if (!isGone && !isRemoved.current) {
          throw thrown;
        }
        close();
        notify({ kind: "problem", text: problemText(thrown) });
        if (isGone) {
          await reload();
        }
      }
    });
  };
  return (
    <Dialog title={title} onClose={close}>
      <form ref={form} onSubmit={onSubmit} noValidate={check !== undefined}>
        <div class="dialog-body">
          <InputProblemsContext.Provider value={inputProblems}>{children}</InputProblemsContext.Provider>
          {problem !== undefined && <Alert>{problem}</Alert>}
          {asksToConfirm && <ConfirmIdentity onConfirmed={() => form.current?.requestSubmit()} />}
        </div>
        <div class="dialog-buttons">
          <button type="button" onClick={close}>
            Cancel
          </button>
          <button class={isDangerous ? "danger" : "primary"} aria-busy={isBusy} aria-disabled={isBusy}>
            {isBusy && <span class="spinner" aria-hidden="true" />}
            {button}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** The state of an action. */
interface ActionState {
  readonly isBusy: boolean;
  /** The reason why the last attempt failed; undefined if it did not fail. */
  readonly problem: string | undefined;
  /** Runs the action. Resolves to whether it succeeded. */
  readonly run: (work: () => Promise<void>) => Promise<boolean>;
}

/** Returns the state of an action: whether it is running, and why it failed. */
function useAction(): ActionState {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const run = async (work: () => Promise<void>): Promise<boolean> => {
    setBusy(true);
    setProblem(undefined);
    try {
      await work();
      return true;
    } catch (thrown) {
      setProblem(problemText(thrown));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, problem, run };
}

/**
 * Asks the administrator to confirm their identity at the service. This is in another tab, so that nothing that was selected or
 * entered here is lost. `onConfirmed` is called when they have done it.
 */
function ConfirmIdentity({ onConfirmed }: { readonly onConfirmed: () => void }): VNode {
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
function Dialog({ title, onClose, children }: DialogProps): VNode {
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
