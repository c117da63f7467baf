import type { Client } from "cloud-storage-api";
import type { CsvColumns } from "./csv.js";

export type Team = Client["team"];

/** The source of the rows. */
export interface ListSource {
  readonly team: Team;
  /** The display names of all members, including removed ones, by id. */
  readonly memberNames: () => Promise<ReadonlyMap<string, string>>;
}

/** How the rows of a list are loaded, searched, filtered and sorted. */
export interface ListKind<Row, Sort extends string = string> {
  /** All rows. `of` is the id of the list's owner, such as a group; it is empty for lists of the whole team. */
  load(source: ListSource, of: string): Promise<Row[]>;
  /** The current rows of one key; none if it no longer exists. */
  loadKey(source: ListSource, key: string, of: string): Promise<Row[]>;
  /** The key of a row, for reloading: the id of a member, group or folder. Several rows can have the same key. */
  key(row: Row): string;
  /** The searched texts of a row. */
  texts(row: Row): readonly string[];
  /** The email address of a row. Its domain, which a whole team may share, is searched only for words with `@` or a dot. */
  email?(row: Row): string;
  /** The sorts by name. The first is the default, and the secondary criterion of all others. */
  readonly sorts: Readonly<Record<Sort, (row: Row) => string | number>>;
  /** The columns of the CSV file: those of the page, and ids. */
  readonly csv: CsvColumns<Row>;
  /** The filters by name: a filter keeps the rows that have the value. */
  readonly filters: Readonly<Record<string, (row: Row) => string>>;
}

/** All items of a list, from all its pages. */
export async function allItems<Item>(list: { items(): AsyncIterable<Item> }): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of list.items()) {
    items.push(item);
  }
  return items;
}
