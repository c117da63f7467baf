import { createHash, randomUUID } from "node:crypto";
import fs, { existsSync } from "node:fs";
import { mkdir, open, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import type { Contents } from "./contents.js";
import { removeOld, sweepFolder } from "./sweep-folder.js";

/**
 * How many bytes are read at a time. A download costs less with few pieces, but only below 128 KiB: larger buffers are mapped
 * into memory anew each time, and the system has to clear each of their pages first.
 */
const pieceSize = 120 * 1024;

// Streams of files cost half as much again, and handles of `fs/promises` nearly as much.
const [openFile, readPiece, closeFile] = [promisify(fs.open), promisify(fs.read), promisify(fs.close)];

/**
 * Keeps contents in a folder, each in a file that is named for its SHA-256. Files come to their names whole, and on the
 * disk, so that what has been acknowledged is there after any crash; several processes can share the folder.
 */
export async function folderContents(folder: string): Promise<Contents> {
  const incoming = join(folder, "incoming");
  const marker = join(folder, "database-id");
  await mkdir(incoming, { recursive: true });
  await makeFolders(folder);
  const place = (content: string): string => join(folder, content.slice(0, 2), content);
  return {
    async add(bytes) {
      const temporary = join(incoming, randomUUID());
      try {
        const { content, size } = await writeAndHash(temporary, bytes);
        // An existing content is replaced by the same bytes, so that a sweep sees that it is new.
        await rename(temporary, place(content));
        await synchronize(dirname(place(content)));
        return { content, size };
      } catch (thrown) {
        await rm(temporary, { force: true });
        throw thrown;
      }
    },
    async *read(content, start, end) {
      if (start > end) {
        return;
      }
      const file = await openFile(place(content), "r");
      try {
        for (let at = start; at <= end;) {
          const piece = Buffer.allocUnsafeSlow(Math.min(pieceSize, end + 1 - at));
          const { bytesRead } = await readPiece(file, piece, 0, piece.byteLength, at);
          if (bytesRead === 0) {
            return;
          }
          at += bytesRead;
          yield bytesRead === piece.byteLength ? piece : piece.subarray(0, bytesRead);
        }
      } finally {
        await closeFile(file);
      }
    },
    async sweep(before, needed) {
      await removeOld(incoming, before);
      return sweepFolder(folder, before, needed);
    },
    async readMarker() {
      return existsSync(marker) ? readFile(marker, "utf8") : undefined;
    },
    async writeMarker(text) {
      await writeFile(marker, text, { flush: true });
    },
  };
}

/** Creates the folders for all contents in advance and syncs them: without them, names in them would be lost in a crash. */
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
  const file = await open(path, "wx");
  try {
    for await (const chunk of bytes) {
      hash.update(chunk);
      size += chunk.byteLength;
      await file.writeFile(chunk);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { content: hash.digest("hex"), size };
}

/** Syncs the names in a folder to the disk. */
async function synchronize(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
