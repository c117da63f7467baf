import { afterEach, beforeEach, expect, vi } from "vitest";
import type { RawServer } from "./raw-server.js";

/** For the tests of a file: each fails if it leaves a timer behind, or a rejection that nobody handles. */
export function expectNoLeaks(): void {
  let timers = 0;
  const unhandled: unknown[] = [];
  const note = (reason: unknown): void => void unhandled.push(reason);

  beforeEach(() => {
    timers = countTimers();
    process.on("unhandledRejection", note);
  });

  afterEach(async () => {
    await new Promise((resolve) => setImmediate(resolve));
    process.off("unhandledRejection", note);
    expect(unhandled.splice(0)).toEqual([]);
    // Tests of other files may have run in this process before, and what they have left ends at any time.
    for (let tries = 0; tries < 100 && countTimers() > timers; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    expect(countTimers()).toBeLessThanOrEqual(timers);
  });
}

/** Waits until all connections are closed. */
export async function expectClosed({ sockets }: Pick<RawServer, "sockets">): Promise<void> {
  await vi.waitUntil(() => sockets.size === 0, { interval: 5, timeout: 2_000 });
}

function countTimers(): number {
  return process.getActiveResourcesInfo().filter((resource) => resource === "Timeout").length;
}
