import { TeamLists } from "./team-lists.js";
import type { Team } from "./list-kind.js";

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
