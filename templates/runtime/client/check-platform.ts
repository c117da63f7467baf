/** The globals that the client requires, and whether the platform has them. */
const needed: readonly (readonly [name: string, isThere: () => boolean])[] = [
  ["Headers", () => typeof Headers === "function"],
  ["AbortController", () => typeof AbortController === "function"],
  ["Object.hasOwn", () => typeof Object.hasOwn === "function"],
  ["Array.prototype.at", () => typeof Array.prototype.at === "function"],
  ["String.prototype.replaceAll", () => typeof String.prototype.replaceAll === "function"],
];

/** Throws a TypeError that names the globals that the platform lacks. */
export function checkPlatform(hasOwnFetch: boolean): void {
  const missing = needed.filter(([, isThere]) => !isThere()).map(([name]) => name);
  const all = hasOwnFetch || typeof globalThis.fetch === "function" ? missing : ["fetch", ...missing];
  if (all.length > 0) {
    throw new TypeError(`This platform has no ${all.join(", no ")}, which the client needs. Install a polyfill`);
  }
}
