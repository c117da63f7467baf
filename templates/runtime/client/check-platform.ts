import type { ClientSettings } from "./options.js";

/** Throws a TypeError that names the globals that the client requires and the platform lacks. */
export function checkPlatform({ fetch = globalThis.fetch }: ClientSettings): void {
  const { Headers, AbortController } = globalThis;
  const needed: Readonly<Record<string, unknown>> = {
    fetch,
    Headers,
    AbortController,
    "Object.hasOwn": "hasOwn" in Object,
    "Array.prototype.at": "at" in Array.prototype,
    "String.prototype.replaceAll": "replaceAll" in String.prototype,
  };
  const missing = Object.keys(needed).filter((name) => !needed[name]);
  if (missing.length > 0) {
    throw new TypeError(`This platform has no ${missing.join(", no ")}, which the client needs. Install a polyfill`);
  }
}
