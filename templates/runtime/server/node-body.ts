import type { ByteSource } from "./content.js";
import type { NodeConnection, NodeRequest } from "./node-messages.js";
import { bodyIncomplete } from "./refusal.js";

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

/** Bodies up to this number of bytes are discarded so that the connection can be reused. */
const reusableBytes = 16 * 1_048_576;

/** The maximum number of bytes that are discarded before the caller is disconnected. */
const discardedBytes = 256 * 1_048_576;

/** The maximum time for discarding in milliseconds, after which the caller is disconnected. */
const discardingTimeMs = 60_000;

/** Returns whether the unread body of a request is so long that the connection should not be reused. */
export function hasLongBody(request: NodeRequest): boolean {
  return Number(request.headers["content-length"]) > reusableBytes && !isHttp2(request);
}

/**
 * Discards the rest of an unread body: many callers read the response only after sending everything. Disconnects
 * callers who send too much or too slowly.
 */
export function discardBody(request: NodeRequest): void {
  const { socket } = request;
  const close = socket === undefined || isHttp2(request) ? undefined : postponeClose(socket);
  const timer = setTimeout(() => request.destroy(), discardingTimeMs);
  let left = discardedBytes;
  request.on("data", (chunk) => {
    left -= chunk.byteLength;
    if (left < 0) {
      request.destroy();
    }
  });
  request.on("end", () => close?.());
  request.on("close", () => clearTimeout(timer));
  request.resume();
}

/**
 * Makes Node only half-close a connection after its last response. Node would close it, and a caller who is still sending would
 * lose the response. Returns a function that ends this, and closes the connection if Node wanted to.
 */
function postponeClose(socket: NodeConnection): () => void {
  let isLast = false;
  socket.destroySoon = () => {
    isLast = true;
    socket.end();
  };
  return () => {
    Reflect.deleteProperty(socket, "destroySoon"); // the method of the class remains
    if (isLast) {
      socket.destroySoon?.();
    }
  };
}

function isHttp2({ headers }: NodeRequest): boolean {
  return headers[":path"] !== undefined;
}
