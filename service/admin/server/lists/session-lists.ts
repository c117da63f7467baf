import { TeamLists } from "./team-lists.js";
import type { Team } from "./list-kind.js";

/** The number of sessions, the most recently used ones, whose lists are kept in memory. Other lists are loaded again. */
const mostSessions = 50;

/** The lists of sessions, by the token of the session. */
export class SessionLists {
  readonly #teamFor: (token: string) => Team;
  readonly #lists = new Map<string, TeamLists>();

  readonly #mostRows: number | undefined;

  /** `teamFor` returns the client for a token. `mostRows` is the number of rows that each session keeps in memory. */
  constructor(teamFor: (token: string) => Team, mostRows?: number) {
    this.#teamFor = teamFor;
    this.#mostRows = mostRows;
  }

  of(token: string): TeamLists {
    const lists = this.#lists.get(token) ?? new TeamLists(this.#teamFor(token), this.#mostRows);
    this.#lists.delete(token);
    this.#lists.set(token, lists); // moved to the end, as the most recently used
    const [oldest] = this.#lists.keys();
    if (this.#lists.size > mostSessions && oldest !== undefined) {
      this.#lists.delete(oldest);
    }
    return lists;
  }

  forget(token: string): void {
    this.#lists.delete(token);
  }
}
