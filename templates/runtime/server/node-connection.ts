import type { NodeConnection } from "./node-messages.js";

const waiting = new WeakMap<NodeConnection, Set<() => void>>();

/**
 * Calls the listener when a connection is closed. It has one listener for all of ours, as so many of them would look like
 * a leak. What comes back takes the listener back; it says whether that was still there.
 */
export function onClose(socket: NodeConnection, listener: () => void): () => boolean {
  const listeners = waiting.get(socket) ?? new Set();
  if (!waiting.has(socket)) {
    waiting.set(socket, listeners);
    socket.on("close", () => {
      for (const each of listeners) {
        listeners.delete(each);
        each();
      }
    });
  }
  listeners.add(listener);
  return () => listeners.delete(listener);
}
