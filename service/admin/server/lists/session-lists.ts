import { TeamLists } from "./team-lists.js";
import type { Team } from "./list-kind.js";

/** The number of sessions, the most recently used ones, whose lists are kept in memory. Other lists are loaded again. */
const mostSessions = 50;

/** The lists of sessions, by the token of the session. */
export class SessionLists {
  readonly #teamFor: (token: string) => Team;
  readonly #lists = new Map<string, TeamLists>();

  /** `teamFor` returns the client for a token. */
  constructor(teamFor: (token: string) => Team) {
    this.#teamFor = teamFor;
  }

  of(token: string): TeamLists {
    const lists = this.#lists.get(token) ?? new TeamLists(this.#teamFor(token));
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
