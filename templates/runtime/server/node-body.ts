import { bodyIncomplete } from "./body-refusals.js";
import type { ByteSource } from "./byte-source.js";
import type { NodeRequest } from "./node-messages.js";

/**
 * Returns the body of a request, which is read on demand. Reading rejects if the body is incomplete. `onRead` is called before
 * the first read.
 */
export function nodeBody(request: NodeRequest, onRead: () => void): ByteSource {
  let isAsked = false;
  const pieces: Uint8Array[] = [];
  let state: "open" | "ended" | "broken" | "cancelled" = request.destroyed ? "broken" : "open";
  let waiting: Promise<void> | undefined;
  let wake: () => void = () => undefined;

  /** Resolves at the next event. Several callers may wait at the same time. */
  function nextEvent(): Promise<void> {
    waiting ??= new Promise((resolve) => {
      wake = () => {
        waiting = undefined;
        resolve();
      };
    });
    return waiting;
  }

  function end(how: "ended" | "broken"): void {
    if (state === "open") {
      state = how;
      wake();
    }
  }

  request.on("data", (piece) => {
    if (state === "open") {
      pieces.push(piece);
      request.pause();
      wake();
    }
  });
  request.on("end", () => end("ended"));
  request.on("close", () => end("broken"));
  request.pause();

  return {
    async next() {
      if (!isAsked) {
        isAsked = true;
        onRead();
      }
      while (pieces.length === 0 && state === "open") {
        const arrival = nextEvent();
        request.resume();
        await arrival;
      }
      if (pieces.length === 0 && state === "broken") {
        throw bodyIncomplete();
      }
      return pieces.shift();
    },
    cancel() {
      state = "cancelled";
      pieces.length = 0;
      wake();
      return Promise.resolve();
    },
  };
}
