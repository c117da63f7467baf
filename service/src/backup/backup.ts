import { mkdir, rename } from "node:fs/promises";
import { join } from "node:path";
import type { Backend } from "../backend.js";
import { folderContents } from "../contents/folder-contents.js";
import { holdContents } from "./hold.js";

/** The names of the files and folders in a backup. */
export const places = { database: "database.dump", contents: "contents" } as const;

/** How many contents a backup has. */
interface BackupSummary {
  readonly contents: number;
  /** The number of contents that were not in the folder before. */
  readonly added: number;
}

/**
 * Backs up the database and the contents to a folder, or updates an older backup there. The database is dumped first, so that
 * no content is missing: contents are stored before the database refers to them, and never change. Rejects with an Error if a
 * content is damaged.
 */
export async function backUp({ database, contents }: Backend, folder: string): Promise<BackupSummary> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return holdContents(database, async () => {
    const dump = join(folder, places.database);
    await database.dump(`${dump}.new`);
    const copies = await folderContents(join(folder, places.contents));
    const copied = new Set<string>();
    for await (const { content } of copies.list()) {
      copied.add(content);
    }
    const summary = { contents: 0, added: 0 };
    for await (const { content, size } of contents.list()) {
      summary.contents++;
      if (!copied.has(content)) {
        const copy = await copies.add(contents.read(content, 0, size - 1));
        if (copy.content !== content) {
          throw new Error(`The content ${content} is damaged. Run the command "verify".`);
        }
        summary.added++;
      }
    }
    await rename(`${dump}.new`, dump); // only now, so that an interrupted backup leaves the older dump usable
    return summary;
  });
}
