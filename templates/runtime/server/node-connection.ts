import type { NodeConnection } from "./node-messages.js";

const waiting = new WeakMap<NodeConnection, Set<() => void>>();

/**
 * Calls a listener when a connection is closed. All listeners of a connection share one event listener, because Node reports
 * many event listeners as a leak. Returns a function that removes the listener and returns whether it had not been called yet.
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
