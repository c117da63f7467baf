import { type ListKind, type Team, toCsv } from "./list-kind.js";
import { PagedList } from "./paged-list.js";
import { matchRows, queryRows, type ListQuery, type RowQuery } from "./query.js";
import type { ListPage } from "./rows.js";

/** The age at which a request for the rows reloads them in the background, in milliseconds. */
const freshFor = 60_000;

/**
 * The rows of one list, cached in memory. They are loaded on first use, and an action only refreshes the rows of its key.
 * Changes by others become visible after `freshFor`, or after a reload. A list with more than `maxRows` rows is not cached:
 * its pages come from the service.
 */
export class CachedList<Row> {
  readonly #kind: ListKind<Row>;
  readonly #team: Team;
  readonly #of: string;
  readonly #maxRows: number;
  #rows: readonly Row[] = [];
  #loaded = 0;
  #loading: Promise<readonly Row[] | PagedList<Row>> | undefined;
  /** The rows by key that were refreshed since the current load started: that load may have read older ones. */
  #refreshedMeanwhile = new Map<string, readonly Row[]>();
  /** Undefined unless the list has more than `maxRows` rows. */
  #paged: PagedList<Row> | undefined;

  constructor(kind: ListKind<Row>, team: Team, of: string, maxRows: number) {
    this.#kind = kind;
    this.#team = team;
    this.#of = of;
    this.#maxRows = maxRows;
  }

  /** The number of rows in memory. */
  get size(): number {
    return this.#paged?.size ?? this.#rows.length;
  }

  /**
   * Returns a page of the rows that match a query. With `reload`, reloads them from the service. Rejects like the calls of the
   * client.
   */
  async page(query: ListQuery, reload: boolean): Promise<ListPage<Row>> {
    const rows = await this.#freshRows(reload);
    return rows instanceof PagedList
      ? rows.page(query)
      : { ...queryRows(this.#kind, rows, query), loaded: this.#loaded };
  }

  /** Returns all rows that match a query, as the parts of a CSV file. Rejects like {@link page}. */
  async *csv(query: RowQuery): AsyncGenerator<string> {
    const rows = await this.#freshRows(false);
    if (rows instanceof PagedList) {
      yield* rows.csv(query);
    } else {
      yield toCsv(this.#kind.csv, matchRows(this.#kind, rows, query));
    }
  }

  /** Reloads the rows of one key. */
  async refresh(key: string): Promise<readonly Row[]> {
    const rows = await this.#kind.loadKey(this.#team, key, this.#of);
    this.#refreshedMeanwhile.set(key, rows);
    this.#replace(key, rows);
    this.#paged?.unload();
    return rows;
  }

  /** Removes the rows from memory. They are loaded again on the next use. */
  unload(): void {
    this.#rows = [];
    this.#loaded = 0;
    this.#paged?.unload();
  }

  async #freshRows(reload: boolean): Promise<readonly Row[] | PagedList<Row>> {
    if (this.#paged !== undefined) {
      if (reload) {
        this.#paged.reset();
      }
      return this.#paged;
    }
    if (this.#loaded === 0 || reload) {
      return this.#load();
    }
    if (Date.now() - this.#loaded > freshFor) {
      this.#load().catch(() => undefined); // the problem is reported by the next explicit reload
    }
    return this.#rows;
  }

  #load(): Promise<readonly Row[] | PagedList<Row>> {
    this.#loading ??= this.#loadAll().finally(() => {
      this.#loading = undefined;
    });
    return this.#loading;
  }

  async #loadAll(): Promise<readonly Row[] | PagedList<Row>> {
    this.#refreshedMeanwhile = new Map();
    const rows: Row[] = [];
    for await (const page of this.#kind.pages(this.#team, this.#of)) {
      rows.push(...page.rows);
      if (rows.length > this.#maxRows) {
        this.unload();
        this.#paged = new PagedList(this.#kind, this.#team, this.#of);
        return this.#paged;
      }
    }
    this.#rows = rows;
    this.#loaded = Date.now();
    this.#refreshedMeanwhile.forEach((rows, key) => this.#replace(key, rows));
    return this.#rows;
  }

  #replace(key: string, rows: readonly Row[]): void {
    const at = this.#rows.findIndex((row) => this.#kind.key(row) === key);
    const otherRows = this.#rows.filter((row) => this.#kind.key(row) !== key);
    this.#rows = otherRows.toSpliced(at === -1 ? otherRows.length : at, 0, ...rows);
  }
}
