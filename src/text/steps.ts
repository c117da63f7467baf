/** Work that can be interrupted between steps, for example to process a more urgent request. */
export type Steps<Value> = Generator<undefined, Value>;

/** Performs all remaining steps at once. */
export function finish<Value>(steps: Steps<Value>): Value {
  for (;;) {
    const step = steps.next();
    if (step.done === true) {
      return step.value;
    }
  }
}

/** Performs the steps with a pause after each. Returns undefined if the result is no longer wanted after a pause. */
export async function finishWithPauses<Value>(
  steps: Steps<Value>,
  pause: () => Promise<void>,
  isWanted: () => boolean,
): Promise<Value | undefined> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) {
      return step.value;
    }
    await pause();
    if (!isWanted()) {
      return undefined;
    }
  }
}
