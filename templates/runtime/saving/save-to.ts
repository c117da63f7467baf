/** A download that was saved as a file. */
export interface Saved<Result> {
  readonly result: Result;
  /** The size of the file, in bytes. */
  readonly size: number;
  /** The number of bytes that an earlier, interrupted attempt had already saved. */
  readonly resumedFrom: number;
}

/** Content that can be saved as a file. */
export interface SavableContent<Result> {
  readonly result: Result;
  readonly body: ReadableStream<Uint8Array>;
  /** The size of `body` in bytes; undefined if it is unknown. */
  readonly size: number | undefined;
  /** How to resume after an interruption; undefined if the download cannot resume. */
  readonly resumption: Resumption | undefined;
}

interface Resumption {
  /** A string that identifies the version of the content: parts with the same version can be joined. */
  readonly version: string;
  /** Returns the content after the first `loaded` bytes. */
  readonly openAt: (loaded: number) => Promise<ReadableStream<Uint8Array>>;
}

/**
 * Saves content as the file `path`. The bytes are written to a temporary file next to it, whose name depends on the
 * version of the content, so that a later attempt, even in another process, can resume. Rejects with the errors of
 * reading and writing.
 */
export async function saveTo<Result>(path: string, content: SavableContent<Result>): Promise<Saved<Result>> {
  const { body, result, resumption } = content;
  try {
    const { fs } = platform();
    if ((await statIfPresent(path))?.isDirectory() === true) {
      throw new TypeError(`${path} is a folder. Pass the path of a file`);
    }
    const partial = partialPath(path, resumption?.version ?? globalThis.crypto.randomUUID());
    // Both flags allow writes at any position. Only "w+" creates the file, but it would empty an existing one.
    const file = await fs.open(partial, (await statIfPresent(partial)) === undefined ? "w+" : "r+");
    let size: number | undefined;
    let resumedFrom = 0;
    try {
      resumedFrom = await bytesToKeep(file, content);
      size = await append(file, resumedFrom, await openContent(content, resumedFrom));
      await file.sync();
    } finally {
      await file.close();
      // Without a resumption, a later attempt could not use the file.
      if (size === undefined && resumption === undefined) {
        await fs.rm(partial, { force: true });
      }
    }
    await moveTo(path, partial, size);
    await removeAbandonedPartials(path);
    return { result, size, resumedFrom };
  } finally {
    await body.cancel().catch(() => undefined); // releases the connection if not everything was read
  }
}

function statIfPresent(path: string): Promise<Stats | undefined> {
  return platform()
    .fs.stat(path)
    .catch(() => undefined);
}

/** Returns the path of the temporary file for a version of the content. */
function partialPath(path: string, version: string): string {
  const { path: paths, hash } = platform();
  const name = paths.basename(path);
  return paths.join(paths.dirname(path), `${partialPrefix(name)}${hash(`${name}\n${version}`)}.partial`);
}

/** Returns the common prefix of the partial files of a file. It is short, because file names have at most 255 bytes. */
function partialPrefix(name: string): string {
  return `${name.slice(0, 40)}.`;
}

/** Returns how many bytes of an interrupted attempt can be used. Empties the file if none can. */
async function bytesToKeep(file: FileHandle, { resumption, size }: SavableContent<unknown>): Promise<number> {
  const present = (await file.stat()).size;
  if (resumption !== undefined && (size === undefined || present <= size)) {
    return present;
  }
  await file.truncate(0);
  return 0;
}

async function openContent(content: SavableContent<unknown>, loaded: number): Promise<ReadableStream<Uint8Array>> {
  const { body, size, resumption } = content;
  if (resumption === undefined || loaded === 0) {
    return body;
  }
  await body.cancel();
  return loaded === size ? new Blob([]).stream() : resumption.openAt(loaded);
}

/** Writes a stream into a file, starting at a position. Returns the position after the last byte. */
async function append(file: FileHandle, from: number, content: ReadableStream<Uint8Array>): Promise<number> {
  const reader = content.getReader();
  let position = from;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) {
        return position;
      }
      for (let written = 0; written < value.byteLength;) {
        const { bytesWritten } = await file.write(value, written, value.byteLength - written, position);
        written += bytesWritten;
        position += bytesWritten;
      }
    }
  } catch (thrown) {
    await reader.cancel(thrown).catch(() => undefined);
    throw thrown;
  }
}

/**
 * Renames a complete file. A concurrent call that saves the same version writes to the same file, so it may already have renamed
 * it.
 */
async function moveTo(path: string, partial: string, size: number): Promise<void> {
  try {
    await platform().fs.rename(partial, path);
  } catch (thrown) {
    const saved = (await statIfPresent(partial)) === undefined ? await statIfPresent(path) : undefined;
    if (saved?.size !== size) {
      throw thrown;
    }
  }
}

/** How long after the last write a partial file counts as abandoned, in milliseconds. */
const abandonedAfter = 600_000;

/**
 * Removes the partial files of interrupted attempts to save other versions as `path`, but not files that are being
 * written.
 */
async function removeAbandonedPartials(path: string): Promise<void> {
  const { fs, path: paths } = platform();
  const folder = paths.dirname(path);
  const prefix = partialPrefix(paths.basename(path));
  for (const name of await fs.readdir(folder)) {
    const isPartial = name.startsWith(prefix) && /^[0-9a-f]{32}\.partial$/.test(name.slice(prefix.length));
    const written = isPartial ? (await statIfPresent(paths.join(folder, name)))?.mtimeMs : undefined;
    if (written !== undefined && Date.now() - written > abandonedAfter) {
      await fs.rm(paths.join(folder, name), { force: true });
    }
  }
}

/** The parts of Node's modules that are used here. Deno and Bun have them as well. */
interface Platform {
  readonly fs: {
    open(path: string, flags: string): Promise<FileHandle>;
    stat(path: string): Promise<Stats>;
    rename(from: string, to: string): Promise<void>;
    rm(path: string, options: { readonly force: boolean }): Promise<void>;
    readdir(path: string): Promise<string[]>;
  };
  readonly path: {
    basename(path: string): string;
    dirname(path: string): string;
    join(...parts: string[]): string;
  };
  /** Returns a hash of 32 hexadecimal digits. */
  readonly hash: (text: string) => string;
}

interface Stats {
  readonly size: number;
  readonly mtimeMs: number;
  isDirectory(): boolean;
}

interface FileHandle {
  write(
    bytes: Uint8Array,
    offset: number,
    length: number,
    position: number,
  ): Promise<{ readonly bytesWritten: number }>;
  truncate(size: number): Promise<void>;
  stat(): Promise<Stats>;
  sync(): Promise<void>;
  close(): Promise<void>;
}

interface Crypto {
  createHash(algorithm: string): { update(text: string): { digest(encoding: string): string } };
}

/**
 * Loads Node's modules at run time, because bundlers for browsers reject imports of them. Throws a TypeError if there are
 * none.
 */
function platform(): Platform {
  const { process } = globalThis as { process?: { getBuiltinModule?(name: string): unknown } };
  const load = (name: string): unknown => process?.getBuiltinModule?.(name);
  const fs = load("node:fs/promises") as Platform["fs"] | undefined;
  if (fs === undefined) {
    throw new TypeError("saveTo() needs a file system, which this platform does not have. Use `body` or `blob()`.");
  }
  const crypto = load("node:crypto") as Crypto;
  return {
    fs,
    path: load("node:path") as Platform["path"],
    hash: (text) => crypto.createHash("sha256").update(text).digest("hex").slice(0, 32),
  };
}
