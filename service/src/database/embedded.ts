import { PGlite, type Transaction } from "@electric-sql/pglite";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { types } from "pg";
import type { Sql } from "sql-template-tag";
import { persistently, type Database, type Queries } from "./database.js";
import { lockFolder } from "./folder-lock.js";
import { SyncedFiles, syncedParameters } from "./synced-files.js";
import { checkTexts } from "./text.js";

/** Times are read as those of a server: PGlite takes the years before 100 for others. */
const parseTime = types.getTypeParser(types.builtins.TIMESTAMPTZ) as (text: string) => Date;

/**
 * PostgreSQL within this process, with its data in a folder. Throws if another process has the folder. What is committed
 * survives the end of the process; that it also survives a loss of power takes `isSynced`, which makes each commit wait for
 * the disk.
 */
export async function embeddedDatabase(folder: string, isSynced = false): Promise<Database> {
  await mkdir(folder, { recursive: true });
  const release = await lockFolder(folder);
  const engine = await openEngine(join(folder, "postgres"), isSynced).catch((thrown: unknown) => {
    release();
    throw thrown;
  });
  return {
    ...queriesOf(engine),
    transaction: (work) => persistently(() => engine.transaction((transaction) => work(queriesOf(transaction)))),
    listen: (channel, onNotice) => engine.listen(channel, onNotice),
    close: async () => {
      await engine.close();
      release();
    },
  };
}

async function openEngine(dataDir: string, isSynced: boolean): Promise<PGlite> {
  const parsers = { [types.builtins.TIMESTAMPTZ]: parseTime };
  if (!isSynced) {
    return PGlite.create({ dataDir, parsers });
  }
  const startParams = syncedParameters(PGlite.defaultStartParams);
  return PGlite.create({ fs: new SyncedFiles(dataDir), parsers, startParams });
}

function queriesOf(engine: PGlite | Transaction): Queries {
  const query = async <Row extends object>({ text, values }: Sql) => {
    checkTexts(values);
    const result = await engine.query<Row>(text, values);
    // The engine keeps this thread busy: during a long transaction, nothing would be read or sent.
    await new Promise(setImmediate);
    return result;
  };
  return {
    all: async (statement) => (await query<never>(statement)).rows,
    first: async (statement) => (await query<never>(statement)).rows[0],
    run: async (statement) => (await query(statement)).affectedRows ?? 0,
    script: async (text) => {
      await engine.exec(text);
    },
  };
}
