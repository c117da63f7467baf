import { toCsv } from "./csv.js";
import type { ListKind, ListSource } from "./list-kind.js";
import { matchRows, queryRows, type ListQuery, type RowQuery } from "./query.js";
import type { ListPage } from "./rows.js";

/** The age at which a request for the rows reloads them in the background, in milliseconds. */
const freshFor = 60_000;

/**
 * The rows of one list, cached in memory. They are loaded on first use, and an action only refreshes the rows of its key.
 * Changes by others become visible after `freshFor`, or after a reload.
 */
export class CachedList<Row> {
  readonly #kind: ListKind<Row>;
  readonly #source: ListSource;
  readonly #of: string;
  #rows: readonly Row[] = [];
  #loaded = 0;
  #loading: Promise<void> | undefined;
  /** The rows by key that were refreshed since the current load started: that load may have read older ones. */
  #refreshedMeanwhile = new Map<string, readonly Row[]>();

  constructor(kind: ListKind<Row>, source: ListSource, of: string) {
    this.#kind = kind;
    this.#source = source;
    this.#of = of;
  }

  /** All rows. With `reload`, reloads them from the service. Rejects like the calls of the client. */
  async rows(reload = false): Promise<readonly Row[]> {
    if (this.#loaded === 0 || reload) {
      await this.#load();
    } else if (Date.now() - this.#loaded > freshFor) {
      this.#load().catch(() => undefined); // the problem is reported by the next explicit reload
    }
    return this.#rows;
  }

  /** A page of the rows that match a query. Rejects like {@link rows}. */
  async page(query: ListQuery, reload: boolean): Promise<ListPage<Row>> {
    const rows = await this.rows(reload);
    return { ...queryRows(this.#kind, rows, query), loaded: this.#loaded };
  }

  /** All rows that match a query, as a CSV file. Rejects like {@link rows}. */
  async csv(query: RowQuery): Promise<string> {
    return toCsv(this.#kind.csv, matchRows(this.#kind, await this.rows(), query));
  }

  /** Reloads the rows of one key. */
  async refresh(key: string): Promise<readonly Row[]> {
    const rows = await this.#kind.loadKey(this.#source, key, this.#of);
    this.#refreshedMeanwhile.set(key, rows);
    this.#replace(key, rows);
    return rows;
  }

  #load(): Promise<void> {
    this.#loading ??= this.#loadAll().finally(() => {
      this.#loading = undefined;
    });
    return this.#loading;
  }

  async #loadAll(): Promise<void> {
    this.#refreshedMeanwhile = new Map();
    this.#rows = await this.#kind.load(this.#source, this.#of);
    this.#loaded = Date.now();
    this.#refreshedMeanwhile.forEach((rows, key) => this.#replace(key, rows));
  }

  #replace(key: string, rows: readonly Row[]): void {
    const at = this.#rows.findIndex((row) => this.#kind.key(row) === key);
    const others = this.#rows.filter((row) => this.#kind.key(row) !== key);
    this.#rows = others.toSpliced(at === -1 ? others.length : at, 0, ...rows);
  }
}
