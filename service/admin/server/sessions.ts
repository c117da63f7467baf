import { randomBytes } from "node:crypto";

interface Entry<Session> {
  readonly session: Session;
  /** When it ends, in milliseconds since 1970. */
  readonly ends: number;
}

/** What the server knows of browsers, for a time. It is kept in memory: when the server is started again, all is gone. */
export class Sessions<Session> {
  /** How long a session lasts, in milliseconds. */
  readonly #lifetime: number;
  readonly #onExpired: (session: Session) => void;
  readonly #sessions = new Map<string, Entry<Session>>();

  /** `onExpired` is given each session whose time is over; it is called when the next session begins. */
  constructor(lifetime: number, onExpired: (session: Session) => void = () => undefined) {
    this.#lifetime = lifetime;
    this.#onExpired = onExpired;
  }

  /** Begins a session; gives its id, which is for its browser only. */
  add(session: Session): string {
    this.#removeOld();
    const id = randomText();
    this.#sessions.set(id, { session, ends: Date.now() + this.#lifetime });
    return id;
  }

  find(id: string | undefined): Session | undefined {
    const found = this.#sessions.get(id ?? "");
    return found !== undefined && Date.now() < found.ends ? found.session : undefined;
  }

  /** Ends a session; gives what was known of it, if there was one. */
  remove(id: string | undefined): Session | undefined {
    const removed = this.#sessions.get(id ?? "")?.session;
    this.#sessions.delete(id ?? "");
    return removed;
  }

  #removeOld(): void {
    for (const [id, { session, ends }] of this.#sessions) {
      if (ends <= Date.now()) {
        this.#sessions.delete(id);
        this.#onExpired(session);
      }
    }
  }
}

/** A text that nobody can guess. */
export function randomText(): string {
  return randomBytes(32).toString("base64url");
}
