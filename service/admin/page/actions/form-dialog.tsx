import type { ComponentChildren, TargetedSubmitEvent, VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Alert } from "../components/alert.js";
import { Dialog } from "../components/dialog.js";
import { useAdminConsole } from "../console-context.js";
import { problemText } from "../problems/call-problem.js";
import { GoneProblem } from "../problems/problem.js";
import { onConfirmation } from "../confirmation.js";

interface FormDialogProps {
  readonly title: ComponentChildren;
  /** The label of the submit button. */
  readonly button: string;
  readonly isDangerous?: boolean;
  /** Whether the administrator must have logged in, or confirmed their identity, recently. */
  readonly isSensitive?: boolean;
  /** Performs the action. Resolves to the success message. */
  readonly submit: (data: FormData) => Promise<ComponentChildren>;
  readonly children?: ComponentChildren;
}

/** A dialog for the inputs or the confirmation of an action. It stays open until the action succeeds or becomes impossible. */
export function FormDialog(props: FormDialogProps): VNode {
  const { title, button, isDangerous = false, isSensitive = false, submit, children } = props;
  const { showDialog, notify, reload, prepareSensitive } = useAdminConsole();
  const { isBusy, problem, run } = useAction();
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
      <form ref={form} onSubmit={onSubmit}>
        <div class="dialog-body">
          {children}
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
