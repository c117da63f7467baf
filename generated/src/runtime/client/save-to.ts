/** A download that was saved as a file. */
export interface Saved<Result> {
  readonly result: Result;
  /** The size of the file, in bytes. */
  readonly size: number;
  /** How many of these bytes were there from an earlier, interrupted attempt. */
  readonly resumedFrom: number;
}

/** Content that can be saved as a file. */
export interface SavableContent<Result> {
  readonly result: Result;
  readonly body: ReadableStream<Uint8Array>;
  /** The size of `body` in bytes; undefined if it is not known. */
  readonly size: number | undefined;
  /** How to resume after an interruption; undefined if that is not possible. */
  readonly resumption: Resumption | undefined;
}

interface Resumption {
  /** Identifies what is saved: parts with the same text can be joined. */
  readonly version: string;
  /** Opens the content after so many bytes. */
  readonly openAt: (loaded: number) => Promise<ReadableStream<Uint8Array>>;
}

/**
 * Saves content as the file `path`. The bytes go to a file beside it whose name tells the version of the content, so that
 * a later attempt, in another process too, finds what it can resume. Rejects with what reading and writing reject with.
 */
export async function saveTo<Result>(path: string, content: SavableContent<Result>): Promise<Saved<Result>> {
  const { body, result, resumption } = content;
  try {
    const { fs } = platform();
    if ((await statIfPresent(path))?.isDirectory() === true) {
      throw new TypeError(`${path} is a folder: name the file in it that the content is to be saved as`);
    }
    const partial = partialPath(path, resumption?.version ?? globalThis.crypto.randomUUID());
    // Either flag allows writes at any position; only "w+" creates the file, and it would empty an existing one.
    const file = await fs.open(partial, (await statIfPresent(partial)) === undefined ? "w+" : "r+");
    let size: number | undefined;
    let resumedFrom = 0;
    try {
      resumedFrom = await bytesToKeep(file, content);
      size = await append(file, resumedFrom, await openContent(content, resumedFrom));
      await file.sync();
    } finally {
      await file.close();
      // What cannot be resumed is of no use to a later attempt.
      if (size === undefined && resumption === undefined) {
        await fs.rm(partial, { force: true });
      }
    }
    await moveTo(path, partial, size);
    await removeAbandonedPartials(path);
    return { result, size, resumedFrom };
  } finally {
    await body.cancel().catch(() => undefined); // frees the connection if not all was read
  }
}

function statIfPresent(path: string): Promise<Stats | undefined> {
  return platform()
    .fs.stat(path)
    .catch(() => undefined);
}

/** The file for the bytes of a version that has not been saved as `path` yet. */
function partialPath(path: string, version: string): string {
  const { path: paths, hash } = platform();
  const name = paths.basename(path);
  return paths.join(paths.dirname(path), `${partialPrefix(name)}${hash(`${name}\n${version}`)}.partial`);
}

/** Names of files have at most 255 bytes. */
function partialPrefix(name: string): string {
  return `${name.slice(0, 40)}.`;
}

/** How many bytes of an interrupted attempt to keep. */
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

/** Writes all that a stream has from a position on. Returns the position of its end. */
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

/** Renames a complete file. Another call that saves the same version may have done so already: both wrote the same file. */
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

/** How long nothing has been written to a partial file that is taken for abandoned, in milliseconds. */
const abandonedAfter = 600_000;

/** Removes what interrupted attempts to save other versions as `path` have left, but not what is being written. */
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

/** What is needed of Node's modules, which Deno and Bun have as well. */
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
  /** 32 hexadecimal digits. */
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

/** Asked for at run time, because bundlers for browsers refuse imports of these modules. */
function platform(): Platform {
  const { process } = globalThis as { process?: { getBuiltinModule?(name: string): unknown } };
  const load = (name: string): unknown => process?.getBuiltinModule?.(name);
  const fs = load("node:fs/promises") as Platform["fs"] | undefined;
  if (fs === undefined) {
    throw new TypeError("saveTo() needs a file system, which this platform does not have: use `body` or `blob()`");
  }
  const crypto = load("node:crypto") as Crypto;
  return {
    fs,
    path: load("node:path") as Platform["path"],
    hash: (text) => crypto.createHash("sha256").update(text).digest("hex").slice(0, 32),
  };
}
