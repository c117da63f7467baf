import { AsyncLocalStorage } from "node:async_hooks";
import sql, { type Sql } from "sql-template-tag";
import type { Database, DatabaseLoad, Queries } from "./database.js";

/**
 * A database on which one transaction can contain all work of a call. Transactions that the call itself starts become
 * savepoints.
 */
export class JoinedDatabase implements Database {
  readonly #database: Database;
  readonly #open = new AsyncLocalStorage<OpenTransaction>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** Like {@link transaction}, but the transaction contains everything that the work does with this database. */
  together<Result>(work: (queries: Queries) => Promise<Result>, owner: string): Promise<Result> {
    return this.#database.transaction(async (queries) => {
      const open = new OpenTransaction(queries);
      try {
        return await this.#open.run(open, () => work(queries));
      } finally {
        open.end();
      }
    }, owner);
  }

  transaction<Result>(work: (queries: Queries) => Promise<Result>, owner?: string): Promise<Result> {
    return this.#current?.nested(work) ?? this.#database.transaction(work, owner);
  }

  all<Row extends object>(statement: Sql): Promise<Row[]> {
    return this.#queries.all(statement);
  }

  arrays(statement: Sql): Promise<(readonly unknown[])[]> {
    return this.#queries.arrays(statement);
  }

  first<Row extends object>(statement: Sql): Promise<Row | undefined> {
    return this.#queries.first(statement);
  }

  run(statement: Sql): Promise<number> {
    return this.#queries.run(statement);
  }

  script(text: string): Promise<void> {
    return this.#queries.script(text);
  }

  guardSchema(knownMigrations: readonly string[]): void {
    this.#database.guardSchema(knownMigrations);
  }

  load(): DatabaseLoad {
    return this.#database.load();
  }

  dump(file: string): Promise<void> {
    return this.#database.dump(file);
  }

  listen(channel: string, onNotice: (payload: string) => void): Promise<() => Promise<void>> {
    return this.#database.listen(channel, onNotice);
  }

  close(): Promise<void> {
    return this.#database.close();
  }

  get #queries(): Queries {
    return this.#current?.queries ?? this.#database;
  }

  /** The transaction of the current call; undefined once it has ended, even if work that was not awaited still continues. */
  get #current(): OpenTransaction | undefined {
    const open = this.#open.getStore();
    return open?.isEnded === false ? open : undefined;
  }
}

class OpenTransaction {
  readonly queries: Queries;
  isEnded = false;
  /**
   * Settles when the last savepoint has ended. Concurrent work waits for it, because savepoints of a connection must end in the
   * reverse order of their start.
   */
  #last: Promise<unknown> = Promise.resolve();

  constructor(queries: Queries) {
    this.queries = queries;
  }

  nested<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result> {
    const result = this.#last.then(() => this.#inSavepoint(work));
    this.#last = result.catch(() => undefined);
    return result;
  }

  end(): void {
    this.isEnded = true;
  }

  async #inSavepoint<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result> {
    await this.queries.run(sql`savepoint part`);
    try {
      const result = await work(this.queries);
      await this.queries.run(sql`release savepoint part`);
      return result;
    } catch (thrown) {
      await this.queries.run(sql`rollback to savepoint part`);
      throw thrown;
    }
  }
}
