/**
 * Is aborted with a signal, or after so many milliseconds; whoever needs it no longer may abort it before. (Node.js
 * forgets `AbortSignal.timeout` when nothing but `AbortSignal.any` refers to it.)
 */
export function timeLimit(signal: AbortSignal, milliseconds: number): AbortController {
  const controller = new AbortController();
  const end = (): void => controller.abort(signal.reason ?? new Error("The time is over."));
  const timer = setTimeout(end, milliseconds).unref();
  signal.addEventListener("abort", end);
  controller.signal.addEventListener("abort", () => {
    clearTimeout(timer);
    signal.removeEventListener("abort", end);
  });
  if (signal.aborted) {
    end();
  }
  return controller;
}
