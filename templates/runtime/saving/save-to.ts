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
  /**
   * Returns the content after the first `loaded` bytes, which `saved` reads; undefined if the service cannot resume. There may be no
   * more content.
   */
  readonly openAt: (
    loaded: number,
    saved: AsyncIterable<Uint8Array>,
  ) => Promise<ReadableStream<Uint8Array> | undefined>;
}

/** The temporary files to which this process is writing. */
const filesInUse = /*#__PURE__*/ new Set<string>();

/**
 * Saves content as the file `path`. The bytes are written to a temporary file next to it, whose name depends on the
 * version of the content, so that a later attempt, even in another process, can resume. If a call of this process is writing
 * to that file, another one is used. Rejects with the errors of reading and writing.
 */
export async function saveTo<Result>(path: string, content: SavableContent<Result>): Promise<Saved<Result>> {
  const { body, result } = content;
  try {
    const target = await followLinks(path);
    const present = await statIfPresent(target);
    if (present?.isFile() === false) {
      throw new TypeError(`${path} is ${present.isDirectory() ? "a folder" : "not a file"}. Pass the path of a file`);
    }
    const named = partialPath(target, content.resumption?.version ?? "");
    const isResumable = content.resumption !== undefined && !filesInUse.has(named);
    const partial = isResumable ? named : partialPath(target, globalThis.crypto.randomUUID());
    filesInUse.add(partial);
    try {
      return {
        result,
        ...(await write(content, { target, partial, isResumable, mode: present && present.mode & 0o777 })),
      };
    } finally {
      filesInUse.delete(partial);
    }
  } finally {
    await body.cancel().catch(() => undefined); // releases the connection if not everything was read
  }
}
/** Returns the file to which symbolic links lead, which may not exist yet. */
async function followLinks(path: string): Promise<string> {
  const { fs, path: paths } = platform();
  try {
    return await fs.realpath(path);
  } catch (thrown) {
    if ((thrown as { code?: unknown }).code !== "ENOENT") {
      throw thrown;
    }
    const link = await fs.readlink(path).catch(() => undefined);
    return link === undefined ? path : followLinks(paths.resolve(paths.dirname(path), link));
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

/** A place for content. */
interface Destination {
  readonly target: string;
  /** The temporary file. */
  readonly partial: string;
  /** Whether a later attempt can resume from the temporary file. */
  readonly isResumable: boolean;
  /** The permissions of the file that is replaced; undefined if there is none. */
  readonly mode: number | undefined;
}

/** Writes content to the temporary file of a destination, and renames it. */
async function write(
  content: SavableContent<unknown>,
  { target, partial, isResumable, mode }: Destination,
): Promise<Omit<Saved<unknown>, "result">> {
  const { fs } = platform();
  // Only "wx+" creates the file, which the owner must be able to open again. Both flags allow writes at any position.
  const file = await fs
    .open(partial, "wx+", mode === undefined ? undefined : mode | 0o600)
    .catch(() => fs.open(partial, "r+"));
  let written: Stats | undefined;
  let resumedFrom = 0;
  let isKept = isResumable;
  try {
    const opened = await openContent(content, file, isResumable ? (await file.stat()).size : 0);
    resumedFrom = opened.from;
    await file.truncate(await append(file, resumedFrom, opened.stream)); // an earlier attempt may have left more
    await file.sync();
    written = await file.stat();
  } catch (thrown) {
    isKept &&= (thrown as { name?: unknown }).name !== "ContentError"; // damaged content must not be resumed
    throw thrown;
  } finally {
    await file.close();
    if (written === undefined && !isKept) {
      await fs.rm(partial, { force: true });
    }
  }
  if (mode !== undefined && mode !== (written.mode & 0o777)) {
    await fs.chmod(partial, mode);
  }
  await move(partial, target, written);
  await removeAbandonedPartials(target);
  return { size: written.size, resumedFrom };
}

/** Returns the content from the position at which `present` bytes of it end, or from its beginning if it cannot resume there. */
async function openContent(
  { body, size, resumption }: SavableContent<unknown>,
  file: FileHandle,
  present: number,
): Promise<{ readonly from: number; readonly stream: ReadableStream<Uint8Array> }> {
  if (present === 0 || (size !== undefined && present > size)) {
    return { from: 0, stream: body };
  }
  const rest = await resumption?.openAt(present, read(file, present));
  if (rest === undefined) {
    return { from: 0, stream: body };
  }
  await body.cancel();
  return { from: present, stream: rest };
}

/** Reads the beginning of a file. */
async function* read(file: FileHandle, size: number): AsyncGenerator<Uint8Array> {
  const buffer = new Uint8Array(65_536);
  for (let position = 0; position < size;) {
    const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.byteLength, size - position), position);
    if (bytesRead === 0) {
      return; // another process has truncated it
    }
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
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
 * Renames a complete file. Another process that saves the same version writes the same bytes to the same file, so it may already
 * have renamed it, and a third one may have begun the next.
 */
async function move(partial: string, target: string, { ino }: Stats): Promise<void> {
  const present = await statIfPresent(partial);
  if (present !== undefined && present.ino !== ino) {
    return;
  }
  try {
    await platform().fs.rename(partial, target);
  } catch (thrown) {
    if ((await statIfPresent(target))?.ino !== ino) {
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
    open(path: string, flags: string, mode?: number): Promise<FileHandle>;
    stat(path: string): Promise<Stats>;
    realpath(path: string): Promise<string>;
    readlink(path: string): Promise<string>;
    chmod(path: string, mode: number): Promise<void>;
    rename(from: string, to: string): Promise<void>;
    rm(path: string, options: { readonly force: boolean }): Promise<void>;
    readdir(path: string): Promise<string[]>;
  };
  readonly path: {
    basename(path: string): string;
    dirname(path: string): string;
    join(...parts: string[]): string;
    resolve(...parts: string[]): string;
  };
  /** Returns a hash of 32 hexadecimal digits. */
  readonly hash: (text: string) => string;
}

interface Stats {
  readonly size: number;
  readonly mtimeMs: number;
  readonly mode: number;
  /** The number of the file in its file system. */
  readonly ino: number;
  isDirectory(): boolean;
  isFile(): boolean;
}

interface FileHandle {
  write(
    bytes: Uint8Array,
    offset: number,
    length: number,
    position: number,
  ): Promise<{ readonly bytesWritten: number }>;
  read(buffer: Uint8Array, offset: number, length: number, position: number): Promise<{ readonly bytesRead: number }>;
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
    throw new TypeError(
      "saveTo() needs a file system, which this platform does not have. Use `body`, `bytes()` or `blob()`.",
    );
  }
  const crypto = load("node:crypto") as Crypto;
  return {
    fs,
    path: load("node:path") as Platform["path"],
    hash: (text) => crypto.createHash("sha256").update(text).digest("hex").slice(0, 32),
  };
}
