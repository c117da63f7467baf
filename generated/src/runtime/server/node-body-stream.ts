import { bodyIncomplete } from "./body-refusals.js";
import type { NodeRequest } from "./node-messages.js";

/** The body of a request, read no faster than it is asked for. Fails if it does not arrive whole. */
export function bodyStream(request: NodeRequest): ReadableStream<Uint8Array> {
  let isOver = request.destroyed;
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        if (isOver) {
          return controller.error(bodyIncomplete());
        }
        request.on("data", (chunk) => {
          if (!isOver) {
            controller.enqueue(chunk);
            request.pause();
          }
        });
        request.on("end", () => {
          if (!isOver) {
            isOver = true;
            controller.close();
          }
        });
        request.on("close", () => {
          if (!isOver) {
            isOver = true;
            controller.error(bodyIncomplete());
          }
        });
        request.pause();
      },
      pull() {
        request.resume();
      },
      cancel() {
        isOver = true;
      },
    },
    { highWaterMark: 0 },
  );
}
