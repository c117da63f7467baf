import { randomBytes } from "node:crypto";

interface Entry<Session> {
  readonly session: Session;
  /** When it ends, in milliseconds since 1970. */
  readonly ends: number;
}

/** Sessions of browsers, which expire. They are kept in memory, so a restart ends them all. */
export class Sessions<Session> {
  /** How long a session lasts, in milliseconds. */
  readonly #lifetime: number;
  readonly #onExpired: (session: Session) => void;
  readonly #sessions = new Map<string, Entry<Session>>();

  /** `onExpired` is called with each expired session when the next session starts. */
  constructor(lifetime: number, onExpired: (session: Session) => void = () => undefined) {
    this.#lifetime = lifetime;
    this.#onExpired = onExpired;
  }

  /** Starts a session. Returns its id, which only its browser may know. */
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

  /** Ends a session. Returns its data; undefined if there is none. */
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

/** An unguessable text. */
export function randomText(): string {
  return randomBytes(32).toString("base64url");
}
