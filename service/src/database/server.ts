import { Client, Pool, TypeOverrides, types, type ClientBase } from "pg";
import type { Sql } from "sql-template-tag";
import { persistently, type Database, type Queries } from "./database.js";
import { checkTexts } from "./text.js";

/** How many connections a process holds at most. */
const connections = 20;

/** A PostgreSQL server (15 or later), which several processes can share. */
export function serverDatabase(url: string): Database {
  const overrides = new TypeOverrides();
  overrides.setTypeParser(types.builtins.INT8, Number);
  const config = { connectionString: url, types: overrides };
  const pool = new Pool({ ...config, max: connections });
  pool.on("error", () => undefined); // an idle connection was lost: the pool makes another one
  return {
    ...queriesOf(pool),
    transaction: (work) => persistently(() => inTransaction(pool, work)),
    async listen(channel, onNotice) {
      return listening(() => new Client(config), channel, onNotice);
    },
    close: () => pool.end(),
  };
}

async function inTransaction<Result>(pool: Pool, work: (queries: Queries) => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  let isUsable = true;
  try {
    await client.query("begin");
    const result = await work(queriesOf(client));
    await client.query("commit");
    return result;
  } catch (thrown) {
    await client.query("rollback").catch(() => {
      isUsable = false;
    });
    throw thrown;
  } finally {
    client.release(!isUsable);
  }
}

/** Listens on a connection of its own, and makes another one when that is lost: what was told meanwhile is told to nobody. */
async function listening(
  connect: () => Client,
  channel: string,
  onNotice: (payload: string) => void,
): Promise<() => Promise<void>> {
  let client: Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const begin = async (): Promise<void> => {
    const fresh = connect();
    fresh.on("notification", ({ payload = "" }) => onNotice(payload));
    fresh.on("error", () => {
      client = undefined;
      again();
    });
    await fresh.connect();
    await fresh.query(`listen ${fresh.escapeIdentifier(channel)}`);
    client = fresh;
  };
  const again = (): void => {
    if (!isOver) {
      clearTimeout(timer);
      timer = setTimeout(() => void begin().catch(again), 1_000);
    }
  };
  await begin();
  return async () => {
    isOver = true;
    clearTimeout(timer);
    await client?.end();
  };
}

function queriesOf(client: Pool | ClientBase): Queries {
  const query = ({ text, values }: Sql) => {
    checkTexts(values);
    return client.query<never>(text, values);
  };
  return {
    all: async (statement) => (await query(statement)).rows,
    first: async (statement) => (await query(statement)).rows[0],
    run: async (statement) => (await query(statement)).rowCount ?? 0,
    script: async (text) => {
      await client.query(text);
    },
  };
}
