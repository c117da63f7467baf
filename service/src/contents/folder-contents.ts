import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Contents } from "./contents.js";
import { removeOld, sweepFolder } from "./sweep-folder.js";

/**
 * Keeps contents in a folder, each in a file that is named for its SHA-256. Files come to their names whole, and on the
 * disk, so that what has been acknowledged is there after any crash; several processes can share the folder.
 */
export async function folderContents(folder: string): Promise<Contents> {
  const incoming = join(folder, "incoming");
  await mkdir(incoming, { recursive: true });
  const place = (content: string): string => join(folder, content.slice(0, 2), content);
  return {
    async add(bytes) {
      const temporary = join(incoming, randomUUID());
      try {
        const { content, size } = await written(temporary, bytes);
        if ((await mkdir(dirname(place(content)), { recursive: true })) !== undefined) {
          await synchronize(folder);
        }
        // If it is there already, it is replaced by the same: whoever sweeps sees that it is new.
        await rename(temporary, place(content));
        await synchronize(dirname(place(content)));
        return { content, size };
      } finally {
        await rm(temporary, { force: true });
      }
    },
    async *read(content, start, end) {
      if (start <= end) {
        yield* createReadStream(place(content), { start, end }) as AsyncIterable<Uint8Array>;
      }
    },
    async sweep(before, needed) {
      await removeOld(incoming, before);
      return sweepFolder(folder, before, needed);
    },
  };
}

async function written(path: string, bytes: AsyncIterable<Uint8Array>): Promise<{ content: string; size: number }> {
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

/** Makes sure that the names in a folder are on the disk too. */
async function synchronize(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
