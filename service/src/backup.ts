import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, rename } from "node:fs/promises";
import { join } from "node:path";
import sql from "sql-template-tag";
import type { Backend } from "./backend.js";
import { type Contents, ContentsUnavailable } from "./contents/contents.js";
import { folderContents } from "./contents/folder-contents.js";
import type { Database, Queries } from "./database/database.js";
import { randomText } from "./database/ids.js";
import { StartProblem } from "./start-problem.js";

/** The names of the files and folders in a backup. */
const names = { database: "database.dump", contents: "contents" } as const;

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
    const dump = join(folder, names.database);
    await database.dump(`${dump}.new`);
    const copies = await folderContents(join(folder, names.contents));
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
  const dump = join(folder, names.database);
  if (!existsSync(dump)) {
    throw new StartProblem(`The folder ${folder} has no complete backup: there is no file ${names.database}.`);
  }
  const { contents } = target;
  if ((await contents.readMarker()) !== undefined) {
    throw new StartProblem("The store for contents is used by another database. Restore to an empty store.");
  }
  let count = 0;
  const copies = await folderContents(join(folder, names.contents));
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

/** How long a backup can stop the sweeper, in hours. There is a limit because a process that crashes does not end its hold. */
const longestHold = 24;

/** Prevents the sweepers of all processes from removing contents while the work runs. */
export async function holdContents<Result>(queries: Queries, work: () => Promise<Result>): Promise<Result> {
  const name = `backup ${randomText(22)}`;
  await queries.run(sql`insert into setting (name, value) values (${name}, to_jsonb(clock_timestamp()))`);
  try {
    return await work();
  } finally {
    await queries.run(sql`delete from setting where name = ${name}`);
  }
}

/** Returns whether contents must not be removed now. */
export async function areContentsHeld(queries: Queries): Promise<boolean> {
  const hold = await queries.first(sql`
    select from setting
    where name like 'backup %'
      and (value #>> '{}')::timestamptz > clock_timestamp() - make_interval(hours => ${longestHold}::int) limit 1`);
  return hold !== undefined;
}

/** The result of a verification. */
interface Findings {
  /** The number of contents to which the database refers. */
  readonly contents: number;
  readonly missing: readonly string[];
  readonly damaged: readonly string[];
  /** Contents to which nothing refers, and which are older than a day. The sweeper removes them. */
  readonly orphans: readonly string[];
}

const day = 24 * 60 * 60 * 1000;

/** The number of contents that are looked up at once. */
const pageSize = 1_000;

/** Reads and verifies all contents to which the database refers, and finds contents to which it does not. */
export async function verifyContents({ database, contents }: Backend): Promise<Findings> {
  const missing: string[] = [];
  const damaged: string[] = [];
  let count = 0;
  for await (const { content, size } of listNeeded(database)) {
    count++;
    const actual = await hashOf(contents, content, size);
    if (actual !== content) {
      (actual === undefined ? missing : damaged).push(content);
    }
  }
  const orphans: string[] = [];
  const collect = async (page: readonly string[]): Promise<void> => {
    const needed = page.length === 0 ? new Set() : await findNeeded(database, page);
    orphans.push(...page.filter((content) => !needed.has(content)));
  };
  let page: string[] = [];
  for await (const { content, modified } of contents.list()) {
    if (Date.now() - modified.getTime() > day && page.push(content) === pageSize) {
      await collect(page);
      page = [];
    }
  }
  await collect(page);
  return { contents: count, missing, damaged, orphans };
}

/** Returns the actual hash of a content; undefined if it cannot be read. Rejects if the whole store is unavailable. */
async function hashOf(contents: Contents, content: string, size: number): Promise<string | undefined> {
  const hash = createHash("sha256");
  try {
    for await (const piece of contents.read(content, 0, size - 1)) {
      hash.update(piece);
    }
  } catch (thrown) {
    if (thrown instanceof ContentsUnavailable) {
      throw thrown;
    }
    return undefined;
  }
  return hash.digest("hex");
}

/** Returns those of the contents to which the database refers. */
export async function findNeeded(queries: Queries, contents: readonly string[]): Promise<ReadonlySet<string>> {
  const ids = [...contents];
  const needed = await queries.all<{ content: string }>(sql`
    select content from item where content = any(${ids})
    union select content from revision where content = any(${ids})
    union select content from upload_part where content = any(${ids})`);
  return new Set(needed.map(({ content }) => content));
}

/** A stored content to which the database refers. */
interface NeededContent {
  readonly content: string;
  readonly size: number;
}

/** Yields all contents to which the database refers, sorted. Reads them page by page. */
async function* listNeeded(queries: Queries): AsyncGenerator<NeededContent, void> {
  for (let after = ""; ;) {
    const page = await queries.all<NeededContent>(sql`
      select content, max(size) as size from (
        (select content, size from item where content > ${after} order by content limit ${pageSize})
        union all (select content, size from revision where content > ${after} order by content limit ${pageSize})
        union all (select content, size from upload_part where content > ${after} order by content limit ${pageSize})
      ) as needed group by content order by content limit ${pageSize}`);
    yield* page;
    const last = page.at(-1);
    if (last === undefined) {
      return;
    }
    after = last.content;
  }
}
