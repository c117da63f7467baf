import { apps } from "./app-list.js";
import { CachedList } from "./cached-list.js";
import { devices } from "./device-list.js";
import { folders, groups } from "./group-and-folder-lists.js";
import type { ListKind, ListSource, Team } from "./list-kind.js";
import { groupMembers, members } from "./member-lists.js";
import type { ListQuery, RowQuery } from "./query.js";
import type { ListName, ListPage, ListRows, ListSorts } from "./rows.js";

const kinds: { readonly [Name in ListName]: ListKind<ListRows[Name], ListSorts[Name]> } = {
  members,
  groups,
  "group-members": groupMembers,
  folders,
  devices,
  apps,
};

/** The number of cached lists of each kind: the most recently used ones. */
const mostLists = 10;

/** Whether there is a list of this name. */
export function isListName(name: string): name is ListName {
  return Object.hasOwn(kinds, name);
}

/** Whether a list can be sorted by `sort`; an empty text stands for the default. */
export function canSortBy(list: ListName, sort: string): boolean {
  return sort === "" || Object.hasOwn(kinds[list].sorts, sort);
}

/** The lists of one team, cached in memory for one session. */
export class TeamLists {
  readonly #source: ListSource;
  /** The lists by kind, then by owner. */
  readonly #lists: { readonly [Name in ListName]: Map<string, CachedList<ListRows[Name]>> } = {
    members: new Map(),
    groups: new Map(),
    "group-members": new Map(),
    folders: new Map(),
    devices: new Map(),
    apps: new Map(),
  };

  constructor(team: Team) {
    const memberNames = async (): Promise<ReadonlyMap<string, string>> => {
      const rows = await this.#list("members", "").rows();
      return new Map(rows.map(({ profile }) => [profile.team_member_id, profile.name.display_name]));
    };
    this.#source = { team, memberNames };
  }

  /** A page of a list. Rejects like the calls of the client. */
  page<Name extends ListName>(
    name: Name,
    of: string,
    query: ListQuery,
    reload: boolean,
  ): Promise<ListPage<ListRows[Name]>> {
    return this.#list(name, of).page(query, reload);
  }

  /** All rows of a list that match a query, as a CSV file. Rejects like the calls of the client. */
  csv(name: ListName, of: string, query: RowQuery): Promise<string> {
    return this.#list(name, of).csv(query);
  }

  /** Reloads the rows of one key. Rejects like the calls of the client. */
  refresh<Name extends ListName>(name: Name, of: string, key: string): Promise<readonly ListRows[Name][]> {
    return this.#list(name, of).refresh(key);
  }

  /** Empties the cache, so that all lists are loaded again. */
  forget(): void {
    Object.values(this.#lists).forEach((lists) => lists.clear());
  }

  #list<Name extends ListName>(name: Name, of: string): CachedList<ListRows[Name]> {
    const lists = this.#lists[name];
    const list = lists.get(of) ?? new CachedList<ListRows[Name]>(kinds[name], this.#source, of);
    lists.delete(of);
    lists.set(of, list); // moved to the end, as the most recently used
    const [oldest] = lists.keys();
    if (lists.size > mostLists && oldest !== undefined) {
      lists.delete(oldest);
    }
    return list;
  }
}
