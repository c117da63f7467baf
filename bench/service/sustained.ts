import { startLoad } from "./load.js";
import type { Sustained, Task } from "./task.js";

/** The length of the warm-up and of the measurement, in seconds. */
const [warmUp, duration] = [10, 30];

/** The number of calls between two measurements of the memory. */
const batch = 100;

/** `node sustained.js task`: calls the service for a while, and sends the results to its parent. */
const [text = ""] = process.argv.slice(2);
const load = await startLoad("ours", JSON.parse(text) as Task);
await callFor(warmUp);
const before = await load.usage(true);
const { calls, failed, peak } = await callFor(duration);
const sustained: Sustained = { calls, failed, before, peak, after: await load.usage(true) };
process.send?.(sustained);

/** Makes calls for a number of seconds. Returns the number of calls, the number of failed calls, and the peak memory. */
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
