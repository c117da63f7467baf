import type { Client } from "cloud-storage-api";

export type Team = Client["team"];

/** Where the rows of lists come from. */
export interface ListSource {
  readonly team: Team;
  /** The display names of all members by their ids, removed ones included. */
  readonly memberNames: () => Promise<ReadonlyMap<string, string>>;
}

/** How the rows of a list are loaded, searched, filtered and sorted. */
export interface ListKind<Row> {
  /** All rows. `of` names what the list belongs to, such as a group; it is empty for lists of the whole team. */
  load(source: ListSource, of: string): Promise<Row[]>;
  /** The rows of one key, as they are now; none if what the key names is gone. */
  loadKey(source: ListSource, key: string, of: string): Promise<Row[]>;
  /** What changes together: the id of a member, group or folder. Several rows may have one key. */
  key(row: Row): string;
  /** The texts that a search looks at. */
  texts(row: Row): readonly string[];
  /** What rows can be sorted by. The first is the default, and the second criterion of all others. */
  readonly sorts: Readonly<Record<string, (row: Row) => string | number>>;
  /** What rows can be filtered by: a filter keeps the rows that have the value. */
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
