import { Pool, TypeOverrides, types, type PoolClient, type QueryResultRow } from "pg";

/** Runs a named statement, which is prepared once on each connection. Returns the rows. */
export type Query = <Row extends QueryResultRow>(name: string, text: string, values?: unknown[]) => Promise<Row[]>;

/** Returns a pool as large as the service's. */
export function createPool(url: string): Pool {
  const overrides = new TypeOverrides();
  overrides.setTypeParser(types.builtins.INT8, Number);
  return new Pool({ connectionString: url, types: overrides, max: 20 });
}

export function queryOn(client: Pool | PoolClient): Query {
  return async <Row extends QueryResultRow>(name: string, text: string, values: unknown[] = []) =>
    (await client.query<Row>({ name, text, values })).rows;
}

/** Runs work in a transaction. */
export async function inTransaction<Result>(pool: Pool, work: (query: Query) => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    const result = await work(queryOn(client));
    await client.query("commit");
    return result;
  } catch (thrown) {
    await client.query("rollback");
    throw thrown;
  } finally {
    client.release();
  }
}

/** Returns the only row of a result. */
export function only<Row>([row]: readonly Row[]): Row {
  if (row === undefined) {
    throw new Error("there is no row");
  }
  return row;
}
