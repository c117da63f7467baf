import type { RequestBody } from "./platform-types.js";

/** The `XMLHttpRequest` of browsers, as far as it is used here. */
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

/** The class of the platform; undefined where there is none, as in Node, Deno, Bun and workers at the edge. */
export function browserRequestClass(): (new () => BrowserRequest) | undefined {
  return (globalThis as { XMLHttpRequest?: new () => BrowserRequest }).XMLHttpRequest;
}
