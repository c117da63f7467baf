import type { Content } from "cloud-storage-api/server";

/** A stored content. */
interface StoredContent {
  readonly content: string;
  readonly size: number;
  /** When it was last added. */
  readonly modified: Date;
}

/** The store of the bytes of files, outside the database: a folder, or a bucket of S3. */
export interface Contents {
  /** Stores bytes. Returns their id, which is derived from the bytes, and their size. */
  add(bytes: AsyncIterable<Uint8Array>): Promise<{ readonly content: string; readonly size: number }>;
  /** The bytes from `start` to `end`, inclusive. */
  read(content: string, start: number, end: number): AsyncIterable<Uint8Array>;
  /** Opens the same bytes for sending. */
  open(content: string, start: number, end: number): Content | Promise<Content>;
  /**
   * Removes contents that are not needed and were last added before a time; returns their number. `needed` returns the
   * needed ones of a list of contents. Contents that a process adds in the meantime are kept.
   */
  sweep(before: Date, needed: (contents: readonly string[]) => Promise<ReadonlySet<string>>): Promise<number>;
  /** All contents, including unneeded ones. */
  list(): AsyncIterable<StoredContent>;
  /** The marker of the database to which these contents belong; undefined if there is none. */
  readMarker(): Promise<string | undefined>;
  writeMarker(marker: string): Promise<void>;
}
