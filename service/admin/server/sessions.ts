import { randomBytes } from "node:crypto";

/** Somebody who is being asked for access, and what must come back with the answer. */
interface Begun {
  readonly state: string;
  readonly codeVerifier: string;
}

/** An administrator who has granted access. */
interface Granted {
  readonly teamToken: string;
}

/** What the page sends with its calls, besides the cookie. */
interface Keyed {
  readonly key: string;
}

/** How long a session lasts, in milliseconds. */
const lifetime = 8 * 3_600_000;

/** Who is logged in. It is kept in memory: when the server is started again, everybody logs in again. */
export class Sessions {
  readonly #sessions = new Map<string, { readonly session: (Begun | Granted) & Keyed; readonly ends: number }>();

  /** Begins a session; gives its id, which is for its browser only. */
  add(session: Begun | Granted): string {
    this.#removeOld();
    const id = randomBytes(32).toString("base64url");
    const key = randomBytes(32).toString("base64url");
    this.#sessions.set(id, { session: { ...session, key }, ends: Date.now() + lifetime });
    return id;
  }

  find(id: string | undefined): ((Begun | Granted) & Keyed) | undefined {
    const found = this.#sessions.get(id ?? "");
    return found !== undefined && Date.now() < found.ends ? found.session : undefined;
  }

  /** The session, which ends thereby. */
  take(id: string | undefined): ((Begun | Granted) & Keyed) | undefined {
    const session = this.find(id);
    this.#sessions.delete(id ?? "");
    return session;
  }

  #removeOld(): void {
    for (const [id, { ends }] of this.#sessions) {
      if (ends <= Date.now()) {
        this.#sessions.delete(id);
      }
    }
  }
}
