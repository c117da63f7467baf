import type { RequestBody } from "./platform-types.js";

/** The parts of `XMLHttpRequest` that are used here. */
export interface BrowserRequest {
  readonly upload: {
    onprogress: ((event: { loaded: number; total: number; lengthComputable: boolean }) => void) | null;
  };
  readonly status: number;
  readonly response: unknown;
  responseType: "arraybuffer";
  onload: (() => void) | null;
  onerror: (() => void) | null;
  onabort: (() => void) | null;
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  getAllResponseHeaders(): string;
  send(body: RequestBody | null | undefined): void;
  abort(): void;
}

/** Returns the platform's `XMLHttpRequest`; undefined if it has none, like Node, Deno, Bun and edge workers. */
export function browserRequestClass(): (new () => BrowserRequest) | undefined {
  return (globalThis as { XMLHttpRequest?: new () => BrowserRequest }).XMLHttpRequest;
}

/**
 * Returns whether requests can have streams as bodies. Browsers stream only over HTTP/2, if at all: they are recognized by
 * `XMLHttpRequest` or, in service workers, which have none, by their `registration`. React Native does not stream.
 */
export function streamsRequests(): boolean {
  const isBrowser = browserRequestClass() !== undefined || "registration" in globalThis;
  return typeof ReadableStream === "function" && !isBrowser && !isReactNative();
}

export function isReactNative(): boolean {
  const { navigator } = globalThis as { navigator?: { readonly product?: unknown } };
  return navigator?.product === "ReactNative";
}
