/**
 * Returns a controller that is aborted when `signal` is aborted, or after a timeout. Abort it when it is no longer needed.
 * (`AbortSignal.any` is no alternative: Node.js garbage-collects an `AbortSignal.timeout` to which only that refers.)
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
