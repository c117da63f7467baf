import { describe, expect, test } from "vitest";
import { coalesceRuns } from "../../src/plugin/run.js";

/** A task that a test lets end, and what has happened to it. */
function task(): { run: () => Promise<number>; end: (failure?: Error) => Promise<void>; begun: () => number } {
  let begun = 0;
  let settle: ((failure?: Error) => void) | undefined;
  return {
    run: coalesceRuns(() => {
      begun++;
      const number = begun;
      return new Promise((done, fail) => (settle = (failure) => (failure ? fail(failure) : done(number))));
    }),
    async end(failure) {
      settle?.(failure);
      await new Promise((done) => setImmediate(done));
    },
    begun: () => begun,
  };
}

describe("a task whose runs are coalesced", () => {
  test("a task whose runs are coalesced starts immediately, and again on a call after its end", async () => {
    const { run, end } = task();
    const first = run();
    await end();
    const second = run();
    await end();
    expect([await first, await second]).toEqual([1, 2]);
  });

  test("a task whose runs are coalesced never runs concurrently: calls during a run share one more run", async () => {
    const { run, end, begun } = task();
    const runs = [run(), run(), run(), run()];
    expect(begun()).toBe(1);
    await end();
    expect(begun()).toBe(2);
    runs.push(run());
    await end();
    await end();
    expect(await Promise.all(runs)).toEqual([1, 2, 2, 2, 3]);
  });

  test("a task whose runs are coalesced continues after a failure", async () => {
    const { run, end } = task();
    const first = run().catch((thrown: unknown) => thrown);
    const second = run();
    await end(new Error("no"));
    await end();
    expect(await first).toEqual(new Error("no"));
    expect(await second).toBe(2);
  });
});
