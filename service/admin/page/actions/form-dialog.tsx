import type { ComponentChildren, TargetedSubmitEvent, VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Alert } from "../components/alert.js";
import { Dialog } from "../components/dialog.js";
import { useAdminConsole } from "../console-context.js";
import { problemText } from "../problems/call-problem.js";
import { InputProblemsContext, type InputProblems } from "../problems/input-problems.js";
import { GoneProblem } from "../problems/problem.js";
import { ConfirmIdentity } from "./confirm-identity.js";
import { useAction } from "./use-action.js";

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
