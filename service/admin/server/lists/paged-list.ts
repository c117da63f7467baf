import { findMemberIds } from "./find-members.js";
import { type ListKind, type ServicePage, type Team, toCsv } from "./list-kind.js";
import { filterRows, pageSize, type ListQuery, type RowQuery } from "./query.js";
import type { ListPage } from "./rows.js";

/** The position of a page of the service. */
interface Start {
  /** The number of rows before it. */
  readonly row: number;
  /** Undefined for the first page. */
  readonly cursor: string | undefined;
}

/** The start of a list. */
const begin: Start = { row: 0, cursor: undefined };

/** The age at which a page of the service is loaded again, in milliseconds. */
const freshFor = 60_000;

/**
 * A list that is too long to be kept in memory: its pages come from the service, in the order of the service. It remembers
 * where the pages of the service start, as far as it has been read, and keeps the last one. It cannot be sorted or filtered,
 * and a search finds members by their exact email address or external id only, if the list is one of members.
 */
export class PagedList<Row> {
  readonly #kind: ListKind<Row>;
  readonly #team: Team;
  readonly #of: string;
  #starts: Start[] = [begin];
  #last: { readonly start: Start; readonly page: ServicePage<Row>; readonly loaded: number } | undefined;

  constructor(kind: ListKind<Row>, team: Team, of: string) {
    this.#kind = kind;
    this.#team = team;
    this.#of = of;
  }

  /** The number of rows in memory. */
  get size(): number {
    return this.#last?.page.rows.length ?? 0;
  }

  /** Returns a page of the list; the last one if there are fewer. Rejects like the calls of the client. */
  async page({ page: wanted, ...query }: ListQuery): Promise<ListPage<Row>> {
    const common = { pageSize, counts: undefined, canSearch: this.#kind.isOfMembers };
    if (this.#isSearched(query)) {
      const rows = await this.#search(query);
      return { ...common, rows, page: 1, hasMore: false, loaded: Date.now() };
    }
    const from = (Math.max(1, wanted) - 1) * pageSize;
    try {
      const { rows, end } = await this.#rowsFrom(from);
      const lastPage = Math.max(1, Math.ceil((end ?? Infinity) / pageSize));
      return rows.length === 0 && wanted > lastPage
        ? await this.page({ page: lastPage, ...query })
        : {
            ...common,
            rows: rows.slice(0, pageSize),
            page: from / pageSize + 1,
            hasMore: rows.length > pageSize,
            loaded: this.#last?.loaded ?? Date.now(),
          };
    } catch (thrown) {
      this.reset(); // the cursors may be invalid
      throw thrown;
    }
  }

  /** Returns all rows of a query, as the parts of a CSV file, one for each page of the service. Rejects like {@link page}. */
  async *csv(query: RowQuery): AsyncGenerator<string> {
    if (this.#isSearched(query)) {
      yield toCsv(this.#kind.csv, await this.#search(query));
      return;
    }
    let isFirst = true;
    for await (const { rows } of this.#kind.pages(this.#team, this.#of)) {
      yield toCsv(this.#kind.csv, rows, { hasHeader: isFirst });
      isFirst = false;
    }
  }

  /** Removes the rows from memory, so that they are loaded again. */
  unload(): void {
    this.#last = undefined;
  }

  /** Also removes the known positions of the pages of the service. */
  reset(): void {
    this.unload();
    this.#starts = [begin];
  }

  #isSearched({ search }: RowQuery): boolean {
    return this.#kind.isOfMembers && search.trim() !== "";
  }

  async #search(query: RowQuery): Promise<readonly Row[]> {
    const ids = await findMemberIds(this.#team, query.search.trim());
    const rows = await Promise.all(ids.map((id) => this.#kind.loadKey(this.#team, id, this.#of)));
    return filterRows(this.#kind, rows.flat(), { ...query, search: "" });
  }

  /**
   * Returns the rows of a page that starts at an index, and one more if there is one. `end` is the number of all rows if the
   * list ends within these rows.
   */
  async #rowsFrom(from: number): Promise<{ readonly rows: readonly Row[]; readonly end: number | undefined }> {
    const rows: Row[] = [];
    for (let index = this.#starts.findLastIndex(({ row }) => row <= from); ; index++) {
      const start = this.#starts[index] ?? begin;
      const page = await this.#load(start);
      const skipped = Math.max(0, from - start.row);
      rows.push(...page.rows.slice(skipped, skipped + pageSize + 1 - rows.length));
      const next = { row: start.row + page.rows.length, cursor: page.next };
      if (page.next === undefined) {
        return { rows, end: next.row };
      }
      if (this.#starts[index + 1]?.row !== next.row) {
        this.#starts = [...this.#starts.slice(0, index + 1), next];
      }
      if (rows.length > pageSize) {
        return { rows, end: undefined };
      }
    }
  }

  async #load(start: Start): Promise<ServicePage<Row>> {
    if (this.#last?.start === start && Date.now() - this.#last.loaded < freshFor) {
      return this.#last.page;
    }
    for await (const page of this.#kind.pages(this.#team, this.#of, start.cursor)) {
      this.#last = { start, page, loaded: Date.now() };
      return page;
    }
    return { rows: [], next: undefined };
  }
}
