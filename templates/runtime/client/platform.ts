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

/** Returns a Blob of chunks. */
export function blobOf(chunks: readonly Uint8Array[], type = ""): Blob {
  return new Blob(chunks as readonly BlobPart[] as BlobPart[], { type });
}

/** Returns whether Blobs can be made of bytes. Those of React Native cannot. */
export function canMakeBlobs(): boolean {
  try {
    return blobOf([new Uint8Array()]).size === 0;
  } catch {
    return false;
  }
}

// Types that are named in TypeScript's DOM library but not in `@types/node`: this package compiles with either.

/** The body of a request. */
export type RequestBody = NonNullable<RequestInit["body"]>;

/** A part of a Blob. */
export type BlobPart = NonNullable<ConstructorParameters<typeof Blob>[0]>[number];
