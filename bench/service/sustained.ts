import { startLoad } from "./load.js";
import type { Sustained, Task } from "./task.js";

/** How many calls the service answers before its memory counts, and then while nothing is left behind, in seconds. */
const [warmUp, duration] = [10, 30];

/** How many calls are made between two looks at the memory. */
const batch = 100;

/** `node sustained.js task`: has the service answer calls for a while, and tells its parent what has come of it. */
const [text = ""] = process.argv.slice(2);
const load = await startLoad("ours", JSON.parse(text) as Task);
await callFor(warmUp);
const before = await load.usage(true);
const { calls, failed, peak } = await callFor(duration);
const sustained: Sustained = { calls, failed, before, peak, after: await load.usage(true) };
process.send?.(sustained);

/** Makes calls for so many seconds; gives how many there were, how many have failed, and the most memory in between. */
async function callFor(seconds: number): Promise<{ calls: number; failed: number; peak: number }> {
  const end = performance.now() + seconds * 1000;
  let [calls, failed, peak] = [0, 0, 0];
  while (performance.now() < end) {
    failed += await load.run(batch);
    calls += batch;
    peak = Math.max(peak, (await load.usage()).memory);
  }
  return { calls, failed, peak };
}
