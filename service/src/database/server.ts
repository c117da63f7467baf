import { Client, defaults, Pool, TypeOverrides, types, type ClientBase, type ClientConfig, type QueryResult } from "pg";
import type { Sql } from "sql-template-tag";
import { changedTables, persistently, sqlState, type Database, type Queries } from "./database.js";
import { listening } from "./listening.js";
import { LostConnection } from "./lost-connection.js";
import { StatementNames } from "./statement-names.js";
import { checkTexts } from "./text.js";

/**
 * How many connections a process holds at most. Transactions wait for each other, and while all of theirs do, single
 * statements still find one: who calls, whether the service is well, and what is read without a transaction.
 */
const connections = { transactions: 12, statements: 8 };

/** How long a statement waits for a lock if nothing else is said, in milliseconds. */
export const defaultLockTimeout = 5_000;

// In local time, what is long ago would be seconds wrong where a zone was not whole minutes from UTC then.
defaults.parseInputDatesAsUTC = true;

/**
 * A PostgreSQL server (15 or later), which several processes can share. `lockTimeout` is how long a statement waits for a
 * lock, in milliseconds; 0 is as long as it takes.
 */
export function serverDatabase(url: string, lockTimeout = defaultLockTimeout): Database {
  const overrides = new TypeOverrides();
  overrides.setTypeParser(types.builtins.INT8, Number);
  const config = { connectionString: url, types: overrides };
  const statements = newPool(config, connections.statements, lockTimeout);
  const transactions = newPool(config, connections.transactions, lockTimeout);
  const names = new StatementNames();
  const query: Query = (statement) => persistently(() => prepared(statements, names, statement));
  return {
    ...queriesOf(statements, query),
    transaction: (work) => persistently(() => inTransaction(transactions, names, work)),
    async listen(channel, onNotice) {
      return listening(() => new Client(config), channel, onNotice);
    },
    async close() {
      await Promise.all([statements.end(), transactions.end()]);
    },
  };
}

function newPool(config: ClientConfig, max: number, lockTimeout: number): Pool {
  const pool = new Pool({
    ...config,
    max,
    // Not a parameter of the connection: some poolers refuse those that they do not know.
    verify: (client, done) => client.query(`set lock_timeout = ${lockTimeout}`, done),
  });
  pool.on("error", () => undefined); // an idle connection was lost: the pool makes another one
  // Nobody else listens while a connection is used, and an error that nobody listens to ends the process.
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

/**
 * Where calls are in each other's way, they wait for round trips: whoever held a lock was nearly always found waiting for
 * the next statement, hardly ever running one. So what locks something should take few statements.
 *
 * Throws a {@link LostConnection} if that is why it was not done.
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
    const result = await work(queriesOf(client, (statement) => prepared(client, names, statement)));
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

type Query = (statement: Sql) => Promise<QueryResult<never>>;

/**
 * Runs a statement that each connection prepares once: for most of ours the server takes longer to plan them than to run
 * them.
 */
async function prepared(
  client: Pool | ClientBase,
  names: StatementNames,
  { text, values }: Sql,
): Promise<QueryResult<never>> {
  checkTexts(values);
  try {
    return await client.query<never>({ name: names.nameOf(text), text, values });
  } catch (thrown) {
    if (sqlState(thrown) === changedTables) {
      names.renew();
    }
    throw thrown;
  }
}

function queriesOf(client: Pool | ClientBase, query: Query): Queries {
  return {
    all: async (statement) => (await query(statement)).rows,
    first: async (statement) => (await query(statement)).rows[0],
    run: async (statement) => (await query(statement)).rowCount ?? 0,
    script: async (text) => {
      await client.query(text);
    },
  };
}
