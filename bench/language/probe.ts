import { monitorEventLoopDelay } from "node:perf_hooks";

/*
 * Loaded into a language server before it starts, with `--expose-gc`. Answers messages of the parent process: "memory" with the
 * size of the heap after a garbage collection, in MB; "turn" with the longest turn of the event loop since the last one, in ms.
 */

const delays = monitorEventLoopDelay({ resolution: 1 });
delays.enable();

process.on("message", (question: "memory" | "turn") => {
  if (question === "memory") {
    globalThis.gc?.();
    process.send?.(process.memoryUsage().heapUsed / 1e6);
  } else {
    process.send?.(delays.max / 1e6);
    delays.reset();
  }
});
process.channel?.unref();
