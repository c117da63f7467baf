/**
 * A controller that is aborted with a signal, or after so many milliseconds. Abort it when it is no longer needed. (Node.js
 * collects an `AbortSignal.timeout` to which only `AbortSignal.any` refers.)
 */
export function timeLimit(signal: AbortSignal, milliseconds: number): AbortController {
  const controller = new AbortController();
  const end = (): void => controller.abort(signal.reason ?? new Error("The timeout elapsed."));
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
