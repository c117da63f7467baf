import { vi } from "vitest";

/**
 * Watches the timers that the runtime sets, in milliseconds; those of the platform are not recorded. They last as long as `real`
 * says.
 */
export function watchTimers(real: (milliseconds: number) => number): { pauses: number[]; pending: Set<unknown> } {
  const pauses: number[] = [];
  const pending = new Set<unknown>();
  const { setTimeout, clearTimeout } = globalThis;
  const set = (done: () => void, milliseconds: number): unknown => {
    if (new Error().stack?.includes("/templates/runtime/") !== true) {
      return setTimeout(done, milliseconds);
    }
    pauses.push(milliseconds);
    const timer = setTimeout(() => {
      pending.delete(timer);
      done();
    }, real(milliseconds));
    pending.add(timer);
    return timer;
  };
  vi.spyOn(globalThis, "setTimeout").mockImplementation(set as typeof setTimeout);
  vi.spyOn(globalThis, "clearTimeout").mockImplementation((timer) => {
    pending.delete(timer);
    clearTimeout(timer);
  });
  return { pauses, pending };
}
