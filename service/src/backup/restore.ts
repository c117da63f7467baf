import { existsSync } from "node:fs";
import { join } from "node:path";
import sql from "sql-template-tag";
import type { Contents } from "../contents/contents.js";
import { folderContents } from "../contents/folder-contents.js";
import type { Database } from "../database/database.js";
import { StartProblem } from "../start-problem.js";
import { places } from "./backup.js";

/** Where a backup is restored. */
interface Target {
  readonly contents: Contents;
  /** Restores a dump to the database. Rejects if it is not empty. */
  readonly restoreDatabase: (dump: string) => Promise<void>;
  readonly openDatabase: () => Promise<Database>;
}

/**
 * Restores a backup to an empty database and an empty store for contents. Returns the number of contents. Rejects with a
 * {@link StartProblem} if the backup is incomplete or damaged, or if the target is not empty.
 */
export async function restore(folder: string, target: Target): Promise<number> {
  const dump = join(folder, places.database);
  if (!existsSync(dump)) {
    throw new StartProblem(`The folder ${folder} has no complete backup: there is no file ${places.database}.`);
  }
  const { contents } = target;
  if ((await contents.readMarker()) !== undefined) {
    throw new StartProblem("The store for contents is used by another database. Restore to an empty store.");
  }
  let count = 0;
  const copies = await folderContents(join(folder, places.contents));
  for await (const { content, size } of copies.list()) {
    const restored = await contents.add(copies.read(content, 0, size - 1));
    if (restored.content !== content) {
      throw new StartProblem(`The content ${content} of the backup is damaged.`);
    }
    count++;
  }
  await target.restoreDatabase(dump);
  const database = await target.openDatabase();
  try {
    await database.run(sql`delete from setting where name like 'backup %'`);
    const marker = await database.first<{ value: string }>(
      sql`select value from setting where name = 'contents_marker'`,
    );
    if (marker !== undefined) {
      await contents.writeMarker(marker.value);
    }
  } finally {
    await database.close();
  }
  return count;
}
