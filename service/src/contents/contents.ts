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

/** How long to wait for the first byte from a bucket by default, in milliseconds. */
export const defaultContentsTimeout = 10_000;

/** Thrown if contents cannot be stored or read now. Nothing has been changed, so the call can be retried. */
export class ContentsUnavailable extends Error {
  override readonly name = "ContentsUnavailable";
}

/** The codes of errors that are caused by the disk, which an operator can solve. */
const codes = ["ENOSPC", "EDQUOT", "EROFS", "EIO"];

/** Rejects with a {@link ContentsUnavailable} if some work fails because of the disk, and with its own errors otherwise. */
export async function onDisk<Result>(work: Promise<Result>): Promise<Result> {
  return work.catch((thrown: unknown) => {
    throw thrown instanceof Error && "code" in thrown && codes.includes(String(thrown.code))
      ? new ContentsUnavailable("The data folder cannot be written.", { cause: thrown })
      : thrown;
  });
}
