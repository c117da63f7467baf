import { mkdir, rename } from "node:fs/promises";
import { join } from "node:path";
import type { Backend } from "../backend.js";
import { folderContents } from "../contents/folder-contents.js";
import { holdContents } from "./hold.js";

/** The places in the folder of a backup. */
export const places = { database: "database.dump", contents: "contents" } as const;

/** How many contents there are in a backup. */
interface BackupSummary {
  readonly contents: number;
  /** Those that the folder did not have yet. */
  readonly added: number;
}

/**
 * Backs the database and the contents up to a folder; one with an older backup is brought up to date. The database comes first:
 * each content is stored before the database refers to it, and never changes. Throws an Error if a content is damaged.
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
    await rename(`${dump}.new`, dump); // the old one would lack nothing until now
    return summary;
  });
}
