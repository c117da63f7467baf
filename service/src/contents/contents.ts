import type { Content } from "cloud-storage-api/server";

/** A stored content, which is identified by the SHA-256 of its bytes. */
interface StoredContent {
  readonly content: string;
  readonly size: number;
  /** When the content was last added. */
  readonly modified: Date;
}

/** A store for the contents of files, outside the database: a folder or an S3 bucket. */
export interface Contents {
  /** Stores bytes. Returns their id, which is their SHA-256, and their size. */
  add(bytes: AsyncIterable<Uint8Array>): Promise<{ readonly content: string; readonly size: number }>;
  /** Returns the bytes from `start` to `end`, inclusive. */
  read(content: string, start: number, end: number): AsyncIterable<Uint8Array>;
  /** Opens the same bytes for sending. */
  open(content: string, start: number, end: number): Content | Promise<Content>;
  /**
   * Removes contents that are not needed and were last added before a time. Returns the number of removed contents. `needed`
   * returns which contents of a list are needed. Contents that a process adds again in the meantime are retained.
   */
  sweep(before: Date, needed: (contents: readonly string[]) => Promise<ReadonlySet<string>>): Promise<number>;
  /** Yields all contents, including those that are not needed. */
  list(): AsyncIterable<StoredContent>;
  /** Returns the marker of the database to which these contents belong; undefined if there is none. */
  readMarker(): Promise<string | undefined>;
  writeMarker(marker: string): Promise<void>;
}
