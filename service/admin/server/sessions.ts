import { randomBytes } from "node:crypto";

/** What the server knows of browsers, for a time. It is kept in memory: when the server is started again, all is gone. */
export class Sessions<Session> {
  /** How long a session lasts, in milliseconds. */
  readonly #lifetime: number;
  readonly #sessions = new Map<string, { readonly session: Session; readonly ends: number }>();

  constructor(lifetime: number) {
    this.#lifetime = lifetime;
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

  remove(id: string | undefined): void {
    this.#sessions.delete(id ?? "");
  }

  #removeOld(): void {
    for (const [id, { ends }] of this.#sessions) {
      if (ends <= Date.now()) {
        this.#sessions.delete(id);
      }
    }
  }
}

/** A text that nobody can guess. */
export function randomText(): string {
  return randomBytes(32).toString("base64url");
}
