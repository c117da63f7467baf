import { Client, defaults, Pool, TypeOverrides, types, type ClientBase, type ClientConfig, type QueryResult } from "pg";
import type { Sql } from "sql-template-tag";
import { changedTables, persistently, sqlState, type Database, type Queries } from "./database.js";
import { listenOnChannel } from "./listen-on-channel.js";
import { defaultLockTimeout } from "./lock-timeout.js";
import { LostConnection } from "./lost-connection.js";
import { checkSchema } from "./schema-guard.js";
import { StatementNames } from "./statement-names.js";
import { checkTexts } from "./text.js";

/**
 * How many connections a process holds at most. Transactions may all wait for each other; single statements then still find
 * a connection: authentication, the health check, and reads without a transaction.
 */
const connections = { transactions: 12, statements: 8 };

// In local time, old times would be off by seconds in zones whose offset from UTC was not in whole minutes.
defaults.parseInputDatesAsUTC = true;

/**
 * A PostgreSQL server (15 or later), which several processes can share. `lockTimeout` is how long a statement waits for a
 * lock, in milliseconds; 0 is as long as it takes.
 */
export function serverDatabase(url: string, lockTimeout = defaultLockTimeout): Database {
  const overrides = new TypeOverrides();
  overrides.setTypeParser(types.builtins.INT8, Number);
  const config = { connectionString: url, types: overrides, fallback_application_name: "cloud-storage-service" };
  let known: readonly string[] | undefined;
  const prepare = async (client: ClientBase): Promise<void> => {
    if (known !== undefined) {
      await checkSchema(client, known);
    }
    await client.query(`set lock_timeout = ${lockTimeout}`); // no connection parameter: some poolers refuse unknown ones
  };
  const statements = newPool(config, connections.statements, prepare);
  const transactions = newPool(config, connections.transactions, prepare);
  const names = new StatementNames();
  const query: Query = (statement, rowMode) => persistently(() => runPrepared(statements, names, statement, rowMode));
  return {
    ...createQueries(statements, query),
    transaction: (work) => persistently(() => inTransaction(transactions, names, work)),
    guardSchema(names) {
      known = names;
    },
    async listen(channel, onNotice) {
      return listenOnChannel(() => new Client(config), channel, onNotice);
    },
    async close() {
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
  pool.on("error", () => undefined); // an idle connection was lost: the pool makes another one
  // The pool does not listen while a connection is in use, and an unhandled error event ends the process.
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

/**
 * Conflicting calls mostly wait for round trips: the holder of a lock nearly always waits for the service to send its next
 * statement. So transactions that lock rows should take few statements.
 *
 * Throws a {@link LostConnection} if the connection is lost.
 */
async function inTransaction<Result>(
  pool: Pool,
  names: StatementNames,
  work: (queries: Queries) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let isCommitting = false;
  let isLost = false;
  try {
    await client.query("begin");
    const result = await work(
      createQueries(client, (statement, rowMode) => runPrepared(client, names, statement, rowMode)),
    );
    isCommitting = true;
    await client.query("commit");
    return result;
  } catch (thrown) {
    isLost = await client.query("rollback").then(
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
 * Runs a statement that each connection prepares once: the server takes longer to plan most statements than to run them.
 */
async function runPrepared(
  client: Pool | ClientBase,
  names: StatementNames,
  { text, values }: Sql,
  rowMode?: "array",
): Promise<QueryResult<never>> {
  checkTexts(values);
  try {
    const config = { name: names.nameStatement(text), text, values, rowMode };
    return await client.query<never>(config);
  } catch (thrown) {
    if (sqlState(thrown) === changedTables) {
      names.renew();
    }
    throw thrown;
  }
}

function createQueries(client: Pool | ClientBase, query: Query): Queries {
  return {
    all: async (statement) => (await query(statement)).rows,
    arrays: async (statement) => (await query(statement, "array")).rows,
    first: async (statement) => (await query(statement)).rows[0],
    run: async (statement) => (await query(statement)).rowCount ?? 0,
    script: async (text) => {
      await client.query(text);
    },
  };
}
