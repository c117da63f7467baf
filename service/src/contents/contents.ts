/** Where the bytes of files are kept, apart from the database: a folder, or a bucket of S3. */
export interface Contents {
  /** Stores some bytes, and gives what they can be found by, which is derived from them, and their number. */
  add(bytes: AsyncIterable<Uint8Array>): Promise<{ readonly content: string; readonly size: number }>;
  /** The bytes from `start` to `end`, both included. */
  read(content: string, start: number, end: number): AsyncIterable<Uint8Array>;
  /**
   * Removes contents that nobody needs and that were last added before a time; gives their number. `needed` says which of
   * some contents are needed. What is added meanwhile stays, by whatever process.
   */
  sweep(before: Date, needed: (contents: readonly string[]) => Promise<ReadonlySet<string>>): Promise<number>;
  /** What tells of which database these are the contents; undefined if nobody has marked them. */
  readMarker(): Promise<string | undefined>;
  writeMarker(marker: string): Promise<void>;
}
