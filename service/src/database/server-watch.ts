import { Client, type ClientConfig } from "pg";

/** How long to wait for the response to a probe, in milliseconds. */
const probeTimeout = 1_000;

/** The interval at which to look for queries that take too long, in milliseconds. */
const interval = 500;

/** Thrown if the server does not respond, because it is frozen or the network is interrupted. */
export class SilentServer extends Error {
  override readonly name = "SilentServer";

  constructor() {
    super("The database server does not answer.");
  }
}

interface Waiting {
  readonly since: number;
  readonly fail: (thrown: SilentServer) => void;
}

/**
 * Distinguishes slow queries from queries to which a silent server will never respond. If a query takes too long, the watch
 * probes the server. (A frozen server keeps connections open, and its own timeouts do not elapse.)
 */
export class ServerWatch {
  readonly #config: ClientConfig;
  /** How long a query may take before the server is probed, in milliseconds. */
  readonly #timeout: number;
  readonly #waiting = new Set<Waiting>();
  #timer: NodeJS.Timeout | undefined;
  #isProbing = false;
  #statements = 0;
  #seconds = 0;

  constructor(config: ClientConfig, timeout: number) {
    this.#config = config;
    this.#timeout = timeout;
  }

  /** Settles like the query, but rejects with a {@link SilentServer} if the server turns out to be silent. */
  watch<Result>(query: Promise<Result>): Promise<Result> {
    this.#timer ??= setInterval(() => this.#check(), interval).unref();
    return new Promise((done, fail) => {
      const waiting = { since: Date.now(), fail };
      this.#waiting.add(waiting);
      query.then(done, fail).finally(() => {
        this.#waiting.delete(waiting);
        this.#statements++;
        this.#seconds += (Date.now() - waiting.since) / 1000;
      });
    });
  }

  /** The number of statements and their total duration. */
  get load(): { readonly statements: number; readonly seconds: number } {
    return { statements: this.#statements, seconds: this.#seconds };
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #check(): void {
    const late = [...this.#waiting].filter(({ since }) => Date.now() - since >= this.#timeout);
    if (late.length > 0 && !this.#isProbing) {
      this.#isProbing = true;
      void this.#answers().then((answers) => {
        this.#isProbing = false;
        for (const { fail } of answers ? [] : late) {
          fail(new SilentServer());
        }
      });
    }
  }

  async #answers(): Promise<boolean> {
    const client = new Client({ ...this.#config, connectionTimeoutMillis: probeTimeout, query_timeout: probeTimeout });
    client.on("error", () => undefined);
    try {
      await client.connect();
      await client.query("select 1");
      return true;
    } catch (thrown) {
      // A server that rejects connections is not silent: it ends the open connections itself.
      return !(thrown instanceof Error && /timeout/i.test(thrown.message));
    } finally {
      void client.end().catch(() => undefined);
    }
  }
}
