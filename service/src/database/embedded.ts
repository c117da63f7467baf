import fs, { existsSync, openAsBlob, writeFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PGlite, type QueryOptions, type Transaction } from "@electric-sql/pglite";
import { NodeFS } from "@electric-sql/pglite/nodefs";
import { types } from "pg";
import type { Sql } from "sql-template-tag";
import { StartProblem } from "../start-problem.js";
import { checkTexts, type Database, type Queries, withRetries } from "./database.js";
import { lockFolder } from "./folder-lock.js";

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

type Options = Parameters<NodeFS["init"]>[1];

/** The parts of PGlite's file system that are used here and missing in its types. */
interface MountedFiles {
  readonly NODEFS: {
    readonly stream_ops: { fsync?: (stream: { readonly nfd?: number }) => number };
  };
}

/**
 * Returns the parameters for PGlite's PostgreSQL: the defaults without `-F`, which disables syncing, and a sync method that
 * calls this code.
 */
function syncedParameters(defaults: readonly string[]): string[] {
  return [...defaults.filter((parameter) => parameter !== "-F"), "-c", "fsync=on", "-c", "wal_sync_method=fsync"];
}

/**
 * A file system in a folder that syncs files to disk. Emscripten, with which PGlite is built, does not implement `fsync` for
 * files of Node, but reports success. Existing files are synced at the start, because they may have been written without
 * syncing.
 */
class SyncedFiles extends NodeFS {
  override async init(...[pglite, options]: Parameters<NodeFS["init"]>): Promise<{ emscriptenOpts: Options }> {
    syncAll(this.rootDir);
    const { emscriptenOpts } = await super.init(pglite, options);
    const preRun = [emscriptenOpts.preRun ?? []].flat();
    const addSync = (module: unknown): void => {
      (module as MountedFiles).NODEFS.stream_ops.fsync = ({ nfd }) => {
        if (nfd !== undefined) {
          fs.fsyncSync(nfd); // folders have no `fsync`
        }
        return 0;
      };
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [addSync, ...preRun] } };
  }
}

/** Syncs all files and folders below a folder. */
function syncAll(folder: string): void {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      syncAll(path);
    } else if (entry.isFile()) {
      sync(path);
    }
  }
  sync(folder);
}

function sync(path: string): void {
  const file = fs.openSync(path, "r");
  try {
    fs.fsyncSync(file);
  } finally {
    fs.closeSync(file);
  }
}
