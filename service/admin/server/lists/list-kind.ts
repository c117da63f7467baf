import type { Client } from "cloud-storage-api";
import { stringify } from "csv-stringify/sync";

export type Team = Client["team"];

/** A page of rows, as the service lists them. */
export interface ServicePage<Row> {
  readonly rows: readonly Row[];
  /** The cursor of the next page; undefined on the last one. */
  readonly next: string | undefined;
}

/** How the rows of a list are loaded, searched, filtered and sorted. */
export interface ListKind<Row, Sort extends string = string> {
  /**
   * Returns the pages of the service after a cursor, or from the start. `of` is the id of the list's owner, such as a group;
   * it is empty for lists of the whole team.
   */
  pages(team: Team, of: string, cursor?: string): AsyncIterable<ServicePage<Row>>;
  /** Returns the current rows of one key; none if it no longer exists. */
  loadKey(team: Team, key: string, of: string): Promise<readonly Row[]>;
  /** Returns the key of a row, for reloading: the id of a member, group or folder. Several rows can have the same key. */
  key(row: Row): string;
  /** Whether the keys are those of members. The API finds members by their exact email address or external id. */
  readonly isOfMembers: boolean;
  /** Returns the searched texts of a row. */
  texts(row: Row): readonly string[];
  /**
   * Returns the email address of a row. Its domain, which a whole team may share, is searched only for words with `@` or a
   * dot.
   */
  email?(row: Row): string;
  /** The sorts by name. The first is the default, and the secondary criterion of all others. */
  readonly sorts: Readonly<Record<Sort, (row: Row) => string | number>>;
  /** The columns of the CSV file: those of the page, and ids. */
  readonly csv: CsvColumns<Row>;
  /** The filters by name: a filter keeps the rows that have the value. */
  readonly filters: Readonly<Record<string, (row: Row) => string>>;
}

/** Returns the pages of a call that lists something. `read` returns the rows of a page. */
export async function* servicePages<
  Page extends { readonly has_more: boolean; readonly cursor?: string | undefined },
  Row,
>(
  list: { pages(): AsyncIterable<Page> },
  read: (page: Page) => readonly Row[] | Promise<readonly Row[]>,
): AsyncGenerator<ServicePage<Row>> {
  for await (const page of list.pages()) {
    yield { rows: await read(page), next: page.has_more ? page.cursor : undefined };
  }
}

/** The columns of a CSV file: their titles to the values of a row. */
type CsvColumns<Row> = Readonly<Record<string, (row: Row) => string | number | undefined>>;

/**
 * Rows as a CSV file (RFC 4180) that starts with a byte order mark, without which Excel does not read UTF-8. Text that a
 * spreadsheet would evaluate as a formula is preceded by an apostrophe. Without a header, the rows continue a file.
 */
export function toCsv<Row>(columns: CsvColumns<Row>, rows: readonly Row[], { hasHeader = true } = {}): string {
  const values = Object.values(columns);
  return stringify(
    rows.map((row) => values.map((value) => value(row))),
    {
      header: hasHeader,
      columns: Object.keys(columns),
      bom: hasHeader,
      record_delimiter: "windows",
      quoted: true,
      quoted_empty: true,
      escape_formulas: true,
    },
  );
}
