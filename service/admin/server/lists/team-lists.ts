import { CachedList } from "./cached-list.js";
import { apps, devices, folders, groupMembers, groups, members } from "./kinds.js";
import type { ListKind, Team } from "./list-kind.js";
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

/** The maximum number of cached lists of each kind. The least recently used one is dropped. */
const maxLists = 10;

/** The default maximum number of rows in memory, over all lists: about 8 MB if all are members, whose rows are the largest. */
const defaultMaxRows = 10_000;

/** Returns whether there is a list of this name. */
export function isListName(name: string): name is ListName {
  return Object.hasOwn(kinds, name);
}

/** Returns whether a list can be sorted by `sort`; an empty text stands for the default. */
export function canSortBy(list: ListName, sort: string): boolean {
  return sort === "" || Object.hasOwn(kinds[list].sorts, sort);
}

/** The lists of one team, cached in memory for one session. */
export class TeamLists {
  readonly #team: Team;
  readonly #maxRows: number;
  /** The lists by kind, then by owner. */
  readonly #lists: { readonly [Name in ListName]: Map<string, CachedList<ListRows[Name]>> } = {
    members: new Map(),
    groups: new Map(),
    "group-members": new Map(),
    folders: new Map(),
    devices: new Map(),
    apps: new Map(),
  };
  /** The lists of all kinds, in the order of their last use. */
  readonly #used = new Set<Pick<CachedList<unknown>, "size" | "unload">>();

  /**
   * `maxRows` is the maximum number of rows in memory. Beyond it, the least recently used lists are unloaded, and loaded again
   * on their next use.
   */
  constructor(team: Team, maxRows = defaultMaxRows) {
    this.#team = team;
    this.#maxRows = maxRows;
  }

  /** Returns a page of a list. Rejects like the calls of the client. */
  async page<Name extends ListName>(
    name: Name,
    of: string,
    query: ListQuery,
    reload: boolean,
  ): Promise<ListPage<ListRows[Name]>> {
    const page = await this.#list(name, of).page(query, reload);
    this.#limitRows();
    return page;
  }

  /** Returns all rows of a list that match a query, as the parts of a CSV file. Rejects like the calls of the client. */
  async *csv(name: ListName, of: string, query: RowQuery): AsyncGenerator<string> {
    yield* this.#list(name, of).csv(query);
    this.#limitRows();
  }

  /** Reloads the rows of one key. Rejects like the calls of the client. */
  refresh<Name extends ListName>(name: Name, of: string, key: string): Promise<readonly ListRows[Name][]> {
    return this.#list(name, of).refresh(key);
  }

  /** Empties the cache, so that all lists are loaded again. */
  forget(): void {
    Object.values(this.#lists).forEach((lists) => lists.clear());
    this.#used.clear();
  }

  #list<Name extends ListName>(name: Name, of: string): CachedList<ListRows[Name]> {
    const lists = this.#lists[name];
    const list = lists.get(of) ?? new CachedList<ListRows[Name]>(kinds[name], this.#team, of, this.#maxRows);
    lists.delete(of);
    lists.set(of, list); // moved to the end, as the most recently used
    this.#used.delete(list);
    this.#used.add(list);
    const [oldest] = lists;
    if (lists.size > maxLists && oldest !== undefined) {
      lists.delete(oldest[0]);
      this.#used.delete(oldest[1]);
    }
    return list;
  }

  /** Unloads the lists that have not been used for the longest time, until the others have at most `maxRows` rows. */
  #limitRows(): void {
    let left = [...this.#used].reduce((sum, { size }) => sum + size, 0);
    for (const list of this.#used) {
      if (left <= this.#maxRows) {
        return;
      }
      left -= list.size;
      list.unload();
    }
  }
}

/** The number of sessions, the most recently used ones, whose lists are kept in memory. Other lists are loaded again. */
const maxSessions = 50;

/** The lists of sessions, by the token of the session. */
export class SessionLists {
  readonly #teamFor: (token: string) => Team;
  readonly #lists = new Map<string, TeamLists>();

  readonly #maxRows: number | undefined;

  /** `teamFor` returns the client for a token. `maxRows` is the number of rows that each session keeps in memory. */
  constructor(teamFor: (token: string) => Team, maxRows?: number) {
    this.#teamFor = teamFor;
    this.#maxRows = maxRows;
  }

  of(token: string): TeamLists {
    const lists = this.#lists.get(token) ?? new TeamLists(this.#teamFor(token), this.#maxRows);
    this.#lists.delete(token);
    this.#lists.set(token, lists); // moved to the end, as the most recently used
    const [oldest] = this.#lists.keys();
    if (this.#lists.size > maxSessions && oldest !== undefined) {
      this.#lists.delete(oldest);
    }
    return lists;
  }

  forget(token: string): void {
    this.#lists.delete(token);
  }
}
