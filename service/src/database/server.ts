import { spawn } from "node:child_process";
import {
  Client,
  type ClientBase,
  type ClientConfig,
  defaults,
  Pool,
  type PoolClient,
  type QueryResult,
  TypeOverrides,
  types,
} from "pg";
import type { Sql } from "sql-template-tag";
import { StartProblem } from "../start-problem.js";
import {
  BrokenText,
  changedTables,
  checkTexts,
  type Database,
  endedByAdministrator,
  LostConnection,
  type Queries,
  sqlState,
  withRetries,
} from "./database.js";
import { checkSchema, NewerSchema } from "./schema-guard.js";
import { ServerWatch, SilentServer } from "./server-watch.js";
import { Turns } from "./turns.js";
import { DatabaseUnavailable, defaultDatabaseTimeout, defaultLockTimeout } from "./unavailable.js";

/**
 * The names of prepared statements. The text of a statement never contains values, so the number of statements is bounded.
 */
class StatementNames {
  readonly #names = new Map<string, string>();
  #latest = 0;

  /** Returns the name of a statement, which is always the same for the same text. */
  nameStatement(text: string): string {
    let name = this.#names.get(text);
    if (name === undefined) {
      name = `statement ${++this.#latest}`;
      this.#names.set(text, name);
    }
    return name;
  }

  /** Forgets all names, so that statements get new names and are prepared again. */
  renew(): void {
    this.#names.clear();
  }
}

/**
 * The maximum numbers of connections of a process. Single statements (authentication, the health check, reads without a
 * transaction) have connections of their own, so that they run even while all transactions wait for locks.
 */
const connections = { transactions: 12, statements: 8 };

// Dates are sent in UTC: in local time, historical ones would be off by seconds in zones whose offset from UTC was not a whole
// number of minutes.
defaults.parseInputDatesAsUTC = true;

/**
 * Returns a database on a PostgreSQL server (15 or later), which several processes can share. `lockTimeout` is how long a
 * statement waits for a lock, in milliseconds; 0 disables this timeout. `timeout` is how long to wait for a connection, for a
 * statement outside of transactions, and before a silent server is probed, in milliseconds.
 */
export function serverDatabase(
  url: string,
  { lockTimeout = defaultLockTimeout, timeout = defaultDatabaseTimeout } = {},
): Database {
  const overrides = new TypeOverrides();
  overrides.setTypeParser(types.builtins.INT8, Number);
  const config: ClientConfig = {
    connectionString: url,
    types: overrides,
    fallback_application_name: "cloud-storage-service",
    connectionTimeoutMillis: timeout,
    keepAlive: true,
  };
  const watch = new ServerWatch(config, timeout);
  let schemaMigrations: readonly string[] | undefined;
  // Timeouts are not set as connection parameters, because some poolers reject parameters that they do not know.
  const prepare = async (client: ClientBase, statementTimeout: number): Promise<void> => {
    if (schemaMigrations !== undefined) {
      await watch.watch(checkSchema(client, schemaMigrations));
    }
    const settings = `set lock_timeout = ${lockTimeout}; set statement_timeout = ${statementTimeout}`;
    await watch.watch(client.query(settings));
  };
  const statements = newPool(config, connections.statements, (client) => prepare(client, timeout));
  const transactions = newPool(config, connections.transactions, (client) => prepare(client, 0));
  const turns = new Turns(lockTimeout);
  const names = new StatementNames();
  const query: Query = (statement, rowMode) =>
    withRetries(() =>
      runOutsideTransaction(statements, statement.text, (client) =>
        runPrepared(client, { names, watch }, statement, rowMode),
      ),
    );
  return {
    ...createQueries(query, (text) =>
      runOutsideTransaction(statements, text, (client) => watch.watch(client.query(text))),
    ),
    transaction(work, owner) {
      const run = (): ReturnType<typeof work> => withRetries(() => inTransaction(transactions, { names, watch }, work));
      return owner === undefined ? run() : turns.take(owner, run);
    },
    guardSchema(knownMigrations) {
      schemaMigrations = knownMigrations;
    },
    load: () => ({
      ...watch.load,
      pools: Object.entries({ statements, transactions }).map(([name, pool]) => {
        const { totalCount: total, idleCount: idle, waitingCount: pending } = pool;
        return { name, total, idle, pending };
      }),
    }),
    dump: (file) => dumpServer(url, file),
    async listen(channel, onNotice) {
      try {
        return await listenOnChannel(() => new Client(config), channel, onNotice);
      } catch (thrown) {
        throw new DatabaseUnavailable(thrown);
      }
    },
    async close() {
      watch.stop();
      await Promise.all([statements.end(), transactions.end()]);
    },
  };
}

function newPool(config: ClientConfig, max: number, prepare: (client: ClientBase) => Promise<void>): Pool {
  const pool = new Pool({
    ...config,
    max,
    verify: (client, done) => void prepare(client).then(() => done(), done),
  });
  pool.on("error", () => undefined); // an idle connection was lost: the pool will open another one
  // The pool does not listen while a connection is in use, and an unhandled error event ends the process.
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

/** The objects that all connections share to run statements. */
interface StatementTools {
  readonly names: StatementNames;
  readonly watch: ServerWatch;
}

/**
 * Takes a connection from the pool. Rejects with a {@link DatabaseUnavailable} if none is available in time, with a
 * {@link LostConnection} if the server ended it before its first use, for example because of a migration, and with a
 * {@link NewerSchema} if the schema is too new.
 */
async function connect(pool: Pool): Promise<PoolClient> {
  try {
    return await pool.connect();
  } catch (thrown) {
    if (sqlState(thrown) === endedByAdministrator) {
      throw new LostConnection(false, thrown);
    }
    throw thrown instanceof NewerSchema ? thrown : new DatabaseUnavailable(thrown);
  }
}

/**
 * Runs a statement outside of transactions. If the server does not respond, rejects with a {@link DatabaseUnavailable} for
 * statements that only read, otherwise with a {@link LostConnection}, as for a lost connection.
 */
async function runOutsideTransaction<Result>(
  pool: Pool,
  text: string,
  run: (client: ClientBase) => Promise<Result>,
): Promise<Result> {
  const client = await connect(pool);
  let isLost = false;
  try {
    return await run(client);
  } catch (thrown) {
    const isSilent = thrown instanceof SilentServer;
    isLost = isSilent || isConnectionProblem(thrown);
    const isRead = onlyReads(text);
    if (isSilent && isRead) {
      throw new DatabaseUnavailable(thrown);
    }
    throw isLost ? new LostConnection(!isRead, thrown) : thrown;
  } finally {
    client.release(isLost);
  }
}

/** Returns whether a statement changes nothing. */
function onlyReads(text: string): boolean {
  return /^\s*select\b/i.test(text) || (/^\s*with\b/i.test(text) && !/\b(?:insert|update|delete)\b/i.test(text));
}

/** Returns whether an error is a connection problem. Errors that the server reports have a severity. */
function isConnectionProblem(thrown: unknown): boolean {
  return thrown instanceof Error && !(thrown instanceof BrokenText) && !("severity" in thrown);
}

/**
 * Runs work in a transaction. Transactions that lock rows should have few statements: conflicting calls mostly wait for round
 * trips, because the holder of a lock nearly always waits for the service to send its next statement.
 *
 * Rejects with a {@link LostConnection} if the connection is lost, and with a {@link DatabaseUnavailable} if no connection is
 * available, or if the server does not respond before the commit.
 */
async function inTransaction<Result>(
  pool: Pool,
  tools: StatementTools,
  work: (queries: Queries) => Promise<Result>,
): Promise<Result> {
  const { watch } = tools;
  const client = await connect(pool);
  let isCommitting = false;
  let isLost = false;
  try {
    await watch.watch(client.query("begin"));
    const result = await work(
      createQueries(
        (statement, rowMode) => runPrepared(client, tools, statement, rowMode),
        (text) => watch.watch(client.query(text)),
      ),
    );
    isCommitting = true;
    await watch.watch(client.query("commit"));
    return result;
  } catch (thrown) {
    if (thrown instanceof SilentServer) {
      isLost = true; // it would not answer a rollback either
      throw isCommitting ? new LostConnection(true, thrown) : new DatabaseUnavailable(thrown);
    }
    isLost = await watch.watch(client.query("rollback")).then(
      () => false,
      () => true,
    );
    throw isLost ? new LostConnection(isCommitting, thrown) : thrown;
  } finally {
    client.release(isLost);
  }
}

type Query = (statement: Sql, rowMode?: "array") => Promise<QueryResult<never>>;

/**
 * Runs a statement, which each connection prepares only once, because planning most statements takes longer than running them.
 */
async function runPrepared(
  client: ClientBase,
  { names, watch }: StatementTools,
  { text, values }: Sql,
  rowMode?: "array",
): Promise<QueryResult<never>> {
  checkTexts(values);
  try {
    const config = { name: names.nameStatement(text), text, values, rowMode };
    return await watch.watch(client.query<never>(config));
  } catch (thrown) {
    if (sqlState(thrown) === changedTables) {
      names.renew();
    }
    throw thrown;
  }
}

function createQueries(query: Query, script: (text: string) => Promise<unknown>): Queries {
  return {
    all: async (statement) => (await query(statement)).rows,
    arrays: async (statement) => (await query(statement, "array")).rows,
    first: async (statement) => (await query(statement)).rows[0],
    run: async (statement) => (await query(statement)).rowCount ?? 0,
    script: async (text) => {
      await script(text);
    },
  };
}

/** The pause before reconnecting, in milliseconds. */
const pause = 1_000;

/**
 * Listens on a separate connection, and reconnects when the connection is lost. Notifications in the meantime are lost. Returns a
 * function that stops listening.
 */
export async function listenOnChannel(
  newClient: () => Client,
  channel: string,
  onNotice: (payload: string) => void,
): Promise<() => Promise<void>> {
  let client: Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const begin = async (): Promise<void> => {
    const fresh = newClient();
    fresh.on("notification", ({ payload = "" }) => onNotice(payload));
    fresh.on("error", again);
    await fresh.connect();
    client = fresh;
    if (isOver) {
      await fresh.end(); // stopped while connecting
    } else {
      await fresh.query(`listen ${fresh.escapeIdentifier(channel)}`);
    }
  };
  const again = (): void => {
    void client?.end(); // if it is still open
    if (!isOver) {
      clearTimeout(timer);
      timer = setTimeout(() => void begin().catch(again), pause);
    }
  };
  const stop = async (): Promise<void> => {
    isOver = true;
    clearTimeout(timer);
    await client?.end();
  };
  try {
    await begin();
  } catch (thrown) {
    await stop();
    throw thrown;
  }
  return stop;
}

/** Writes a snapshot of a database on a server to a file. Needs `pg_dump`, whose version must not be older than the server's. */
function dumpServer(url: string, file: string): Promise<void> {
  return runProgram("pg_dump", url, ["--format=custom", "--no-owner", "--no-privileges", `--file=${file}`]);
}

/** Restores a file that {@link dumpServer} wrote, to an empty database. Needs `pg_restore`. */
export function restoreServer(url: string, file: string): Promise<void> {
  return runProgram("pg_restore", url, [
    "--no-owner",
    "--no-privileges",
    "--single-transaction",
    "--exit-on-error",
    file,
  ]);
}

function runProgram(name: string, url: string, args: readonly string[]): Promise<void> {
  // The password is passed in the environment, because other users can read the arguments of a process.
  const databaseUrl = new URL(url);
  const password = decodeURIComponent(databaseUrl.password);
  databaseUrl.password = "";
  const child = spawn(name, [`--dbname=${databaseUrl.href}`, ...args], {
    env: { ...process.env, ...(password !== "" && { PGPASSWORD: password }) },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));
  return new Promise((done, fail) => {
    child.once("error", () =>
      fail(new StartProblem(`The program ${name} of PostgreSQL is not installed, or not in PATH.`)),
    );
    child.once("close", (code) =>
      code === 0 ? done() : fail(new StartProblem(`${name} failed: ${errors.trim().split("\n")[0] ?? ""}`)),
    );
  });
}
