import type { ReadableStream } from "node:stream/web";

/** Where the bytes of files are kept, apart from the database: a folder, or any store of objects. */
export interface Contents {
  /** Stores some bytes, and gives what they can be found by, which is derived from them, and their number. */
  add(bytes: ReadableStream<Uint8Array>): Promise<{ readonly content: string; readonly size: number }>;
  /** The bytes from `start` to `end`, both included. */
  read(content: string, start: number, end: number): AsyncIterable<Uint8Array>;
}
