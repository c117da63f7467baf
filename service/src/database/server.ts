import { Client, defaults, Pool, TypeOverrides, types, type ClientBase, type QueryResult } from "pg";
import type { Sql } from "sql-template-tag";
import { changedTables, persistently, sqlState, type Database, type Queries } from "./database.js";
import { listening } from "./listening.js";
import { LostConnection } from "./lost-connection.js";
import { StatementNames } from "./statement-names.js";
import { checkTexts } from "./text.js";

/** How many connections a process holds at most. */
const connections = 20;

// In local time, what is long ago would be seconds wrong where a zone was not whole minutes from UTC then.
defaults.parseInputDatesAsUTC = true;

/** A PostgreSQL server (15 or later), which several processes can share. */
export function serverDatabase(url: string): Database {
  const overrides = new TypeOverrides();
  overrides.setTypeParser(types.builtins.INT8, Number);
  const config = { connectionString: url, types: overrides };
  const pool = new Pool({ ...config, max: connections });
  pool.on("error", () => undefined); // an idle connection was lost: the pool makes another one
  // Nobody else listens while a connection is used, and an error that nobody listens to ends the process.
  pool.on("connect", (client) => client.on("error", () => undefined));
  const names = new StatementNames();
  const query: Query = (statement) => persistently(() => prepared(pool, names, statement));
  return {
    ...queriesOf(pool, query),
    transaction: (work) => persistently(() => inTransaction(pool, names, work)),
    async listen(channel, onNotice) {
      return listening(() => new Client(config), channel, onNotice);
    },
    close: () => pool.end(),
  };
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
