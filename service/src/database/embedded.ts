import { PGlite, type Transaction } from "@electric-sql/pglite";
import type { Sql } from "sql-template-tag";
import { persistently, resultOf, type Database, type Queries } from "./database.js";

/** PostgreSQL within this process, with its data in a folder; in memory without one. One process can have it at a time. */
export async function embeddedDatabase(folder: string | undefined): Promise<Database> {
  const engine = await PGlite.create(folder === undefined ? {} : { dataDir: folder });
  return {
    ...queriesOf(engine),
    transaction: (work) => persistently(() => engine.transaction((transaction) => work(queriesOf(transaction)))),
    listen: (channel, onNotice) => engine.listen(channel, onNotice),
    close: () => engine.close(),
  };
}

function queriesOf(engine: PGlite | Transaction): Queries {
  const query = <Row extends object>({ text, values }: Sql) => resultOf(engine.query<Row>(text, values));
  return {
    all: async (statement) => (await query<never>(statement)).rows,
    first: async (statement) => (await query<never>(statement)).rows[0],
    run: async (statement) => (await query(statement)).affectedRows ?? 0,
    script: async (text) => {
      await engine.exec(text);
    },
  };
}
