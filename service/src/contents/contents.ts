import type { Content } from "cloud-storage-api/server";

/** A content that is stored. */
interface StoredContent {
  readonly content: string;
  readonly size: number;
  /** When it was last added. */
  readonly modified: Date;
}

/** Where the bytes of files are kept, apart from the database: a folder, or a bucket of S3. */
export interface Contents {
  /** Stores bytes. Returns their id, which is derived from them, and their size. */
  add(bytes: AsyncIterable<Uint8Array>): Promise<{ readonly content: string; readonly size: number }>;
  /** The bytes from `start` to `end`, both included. */
  read(content: string, start: number, end: number): AsyncIterable<Uint8Array>;
  /** The same bytes, to be sent. */
  open(content: string, start: number, end: number): Content | Promise<Content>;
  /**
   * Removes contents that are not needed and that were last added before a time; returns their number. `needed` returns
   * which of some contents are needed. Contents that any process adds in the meantime stay.
   */
  sweep(before: Date, needed: (contents: readonly string[]) => Promise<ReadonlySet<string>>): Promise<number>;
  /** All contents, including unneeded ones. */
  list(): AsyncIterable<StoredContent>;
  /** The marker of the database to which these contents belong; undefined if there is none. */
  readMarker(): Promise<string | undefined>;
  writeMarker(marker: string): Promise<void>;
}
