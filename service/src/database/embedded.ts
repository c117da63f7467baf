import { PGlite, type QueryOptions, type Transaction } from "@electric-sql/pglite";
import { existsSync, openAsBlob, writeFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { types } from "pg";
import type { Sql } from "sql-template-tag";
import { withRetries, type Database, type Queries } from "./database.js";
import { lockFolder } from "./folder-lock.js";
import { StartProblem } from "../start-problem.js";
import { SyncedFiles, syncedParameters } from "./synced-files.js";
import { checkTexts } from "./text.js";

/** The function that parses times, which is the same as for servers, because PGlite's own misreads years before 100. */
const parseTime = types.getTypeParser(types.builtins.TIMESTAMPTZ) as (text: string) => Date;

/**
 * Opens a PostgreSQL database that runs in this process and stores its data in a folder. Rejects with a StartProblem if the
 * data is damaged, or if another process uses the folder. Committed data survives the end of the process. If `isSynced` is
 * true, each commit waits for the disk, so that the data also survives a power failure.
 */
export async function embeddedDatabase(folder: string, isSynced = false): Promise<Database> {
  await mkdir(folder, { recursive: true });
  const release = await lockFolder(folder);
  const engine = await openEngine(folder, isSynced).catch((thrown: unknown) => {
    release();
    throw thrown;
  });
  const load = { statements: 0, seconds: 0 };
  return {
    ...createQueries(engine, load),
    transaction: (work) =>
      withRetries(() => engine.transaction((transaction) => work(createQueries(transaction, load)))),
    async dump(file) {
      await engine.exec("checkpoint");
      const archive = await engine.dumpDataDir("gzip");
      await writeFile(file, Buffer.from(await archive.arrayBuffer()), { mode: 0o600, flush: true });
    },
    load: () => ({ ...load, pools: [] }),
    guardSchema: () => undefined, // no other process can migrate the database
    listen: (channel, onNotice) => engine.listen(channel, onNotice),
    close: async () => {
      await engine.close();
      release();
    },
  };
}

/** Restores a dump to a folder. Rejects with a StartProblem if the folder contains a database. */
export async function restoreEmbedded(folder: string, file: string): Promise<void> {
  const dataDir = join(folder, "postgres");
  if (existsSync(dataDir)) {
    throw new StartProblem(`There is a database in ${folder} already. Restore to an empty data folder.`);
  }
  await mkdir(folder, { recursive: true });
  const engine = await PGlite.create({ dataDir, loadDataDir: await openAsBlob(file) });
  await engine.close();
}

/**
 * Opens the database. PGlite itself would treat a folder that has lost its main file as new, and start with an empty database.
 */
async function openEngine(folder: string, isSynced: boolean): Promise<PGlite> {
  const [dataDir, opened] = [join(folder, "postgres"), join(folder, "opened")];
  const isNew = !existsSync(opened);
  if (!isNew && !existsSync(join(dataDir, "PG_VERSION"))) {
    throw damagedDatabase(folder);
  }
  try {
    const engine = await createEngine(dataDir, isSynced);
    writeFileSync(opened, "");
    return engine;
  } catch (thrown) {
    // For most kinds of damage, the engine fails when it starts, with internal messages.
    throw existsSync(join(dataDir, "PG_VERSION")) ? damagedDatabase(folder, thrown) : thrown;
  }
}

function damagedDatabase(folder: string, cause?: unknown): StartProblem {
  return new StartProblem(
    `The database in ${folder} is damaged or incomplete. Restore the folder from a backup, or delete it to begin with an empty one.`,
    { cause },
  );
}

function createEngine(dataDir: string, isSynced: boolean): Promise<PGlite> {
  const parsers = { [types.builtins.TIMESTAMPTZ]: parseTime };
  if (!isSynced) {
    return PGlite.create({ dataDir, parsers });
  }
  const startParams = syncedParameters(PGlite.defaultStartParams);
  return PGlite.create({ fs: new SyncedFiles(dataDir), parsers, startParams });
}

function createQueries(engine: PGlite | Transaction, load: { statements: number; seconds: number }): Queries {
  const query = async <Row extends object>({ text, values }: Sql, options?: QueryOptions) => {
    checkTexts(values);
    const begin = performance.now();
    const result = await engine.query<Row>(text, values, options);
    load.statements++;
    load.seconds += (performance.now() - begin) / 1000;
    // Lets other work run: PGlite keeps this thread busy, so a long transaction would otherwise block all input and output.
    await new Promise(setImmediate);
    return result;
  };
  return {
    all: async (statement) => (await query<never>(statement)).rows,
    arrays: async (statement) => (await query<never>(statement, { rowMode: "array" })).rows,
    first: async (statement) => (await query<never>(statement)).rows[0],
    run: async (statement) => (await query(statement)).affectedRows ?? 0,
    script: async (text) => {
      await engine.exec(text);
    },
  };
}
