import { createHash, randomUUID } from "node:crypto";
import fs, { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import type { ContentReader } from "cloud-storage-api/server";
import { type Contents, onDisk } from "./contents.js";
import { isPrefix, removeOld, sweepFolder } from "./sweep-folder.js";

/** The number of bytes that `read` reads at a time. The readers that `open` returns use the caller's buffer instead. */
const pieceSize = 64 * 1024;

/** The number of received bytes that are collected for one write, because each write has to wait for the thread pool. */
const writeSize = 256 * 1024;

// File streams take 1.5 times as long, and the file handles of `fs/promises` nearly as long as these.
const [openFile, readPiece, writePieces] = [promisify(fs.open), promisify(fs.read), promisify(fs.writev)];
const [syncFile, closeFile] = [promisify(fs.fsync), promisify(fs.close)];

/**
 * Stores contents in a folder, each in a file named by its SHA-256. A file gets its final name only when it is complete and
 * synced to disk, so acknowledged contents survive a crash. Several processes can share the folder.
 */
export async function folderContents(folder: string): Promise<Contents> {
  const incoming = join(folder, "incoming");
  const marker = join(folder, "database-id");
  await mkdir(incoming, { recursive: true });
  await makeFolders(folder);
  const place = (content: string): string => join(folder, content.slice(0, 2), content);
  async function store(
    temporary: string,
    bytes: AsyncIterable<Uint8Array>,
  ): Promise<{ content: string; size: number }> {
    const { content, size } = await writeAndHash(temporary, bytes);
    // If the content exists already, this replaces it by the same bytes, so that it counts as new for a sweep.
    await rename(temporary, place(content));
    await synchronize(dirname(place(content)));
    return { content, size };
  }

  return {
    async add(bytes) {
      const temporary = join(incoming, randomUUID());
      try {
        return await onDisk(store(temporary, bytes));
      } catch (thrown) {
        await rm(temporary, { force: true });
        throw thrown;
      }
    },
    async *read(content, start, end) {
      const reader = await openRange(place(content), start, end);
      try {
        for (;;) {
          const piece = Buffer.allocUnsafeSlow(pieceSize);
          const length = await reader.readInto(piece);
          if (length === 0) {
            return;
          }
          yield piece.subarray(0, length);
        }
      } finally {
        await reader.close();
      }
    },
    open: (content, start, end) => openRange(place(content), start, end),
    async sweep(before, needed) {
      await removeOld(incoming, before);
      return sweepFolder(folder, before, needed);
    },
    async *list() {
      for (const prefix of await readdir(folder)) {
        for (const content of isPrefix(prefix) ? await readdir(join(folder, prefix)) : []) {
          const { size, mtime } = await stat(place(content));
          yield { content, size, modified: mtime };
        }
      }
    },
    async readMarker() {
      return existsSync(marker) ? readFile(marker, "utf8") : undefined;
    },
    async writeMarker(text) {
      await writeFile(marker, text, { flush: true });
    },
  };
}

/** Opens a file to read the bytes from `start` to `end`, inclusive. */
async function openRange(path: string, start: number, end: number): Promise<ContentReader> {
  const file = await openFile(path, "r");
  let at = start;
  return {
    async readInto(buffer) {
      const { bytesRead } = await readPiece(file, buffer, 0, Math.min(buffer.byteLength, end + 1 - at), at);
      at += bytesRead;
      return bytesRead;
    },
    close: () => closeFile(file),
  };
}

/**
 * Creates the folders for all contents in advance and syncs the parent folder: otherwise a crash could lose a folder together
 * with the files in it.
 */
async function makeFolders(folder: string): Promise<void> {
  for (let prefix = 0; prefix < 256; prefix++) {
    await mkdir(join(folder, prefix.toString(16).padStart(2, "0")), { recursive: true });
  }
  await synchronize(folder);
}

async function writeAndHash(
  path: string,
  bytes: AsyncIterable<Uint8Array>,
): Promise<{ content: string; size: number }> {
  const hash = createHash("sha256");
  let size = 0;
  let written = 0;
  let received: Uint8Array[] = [];
  const file = await openFile(path, "wx");
  try {
    for await (const chunk of bytes) {
      hash.update(chunk);
      received.push(chunk);
      size += chunk.byteLength;
      if (size - written >= writeSize) {
        await writeAll(file, received, written);
        written = size;
        received = [];
      }
    }
    await writeAll(file, received, written);
    await syncFile(file);
  } finally {
    await closeFile(file);
  }
  return { content: hash.digest("hex"), size };
}

/** Writes chunks one after the other, starting at a position in a file. */
async function writeAll(file: number, pieces: readonly Uint8Array[], position: number): Promise<void> {
  let at = position;
  for (let left = pieces; left.length > 0;) {
    const { bytesWritten } = await writePieces(file, left, at);
    at += bytesWritten;
    left = withoutStart(left, bytesWritten);
  }
}

/** Returns the chunks without their first `bytes` bytes, because the system may write fewer bytes than requested. */
function withoutStart(pieces: readonly Uint8Array[], bytes: number): readonly Uint8Array[] {
  const left: Uint8Array[] = [];
  let skip = bytes;
  for (const piece of pieces) {
    if (skip < piece.byteLength) {
      left.push(piece.subarray(skip));
    }
    skip = Math.max(0, skip - piece.byteLength);
  }
  return left;
}

/** Syncs the directory entries of a folder to disk. */
async function synchronize(folder: string): Promise<void> {
  const file = await openFile(folder, "r");
  try {
    await syncFile(file);
  } finally {
    await closeFile(file);
  }
}
