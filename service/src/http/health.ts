import { Readable } from "node:stream";
import sql from "sql-template-tag";
import type { Backend } from "../backend.js";
import { ContentsUnavailable } from "../contents/contents.js";
import { isDatabaseUnavailable } from "../database/database.js";

/** The timeout for the response of a dependency, in milliseconds. */
const timeout = 1_000;

/** How long a successful probe of the contents is valid, in milliseconds. It is reused because each probe writes contents. */
const probeLifetime = 10_000;

/** The states of the service and of its dependencies: `ok` or the problem. */
interface HealthReport {
  readonly status: "ok" | "unavailable";
  readonly service: string;
  readonly database: string;
  readonly contents: string;
}

/** Probes the dependencies of the service. There is one probe of each at a time, so that probes do not pile up. */
export class Health {
  readonly #backend: Backend;
  readonly #running = new Map<string, Promise<string>>();
  #probed = -Infinity;

  constructor(backend: Backend) {
    this.#backend = backend;
  }

  async report(): Promise<HealthReport> {
    const { database, stopping } = this.#backend;
    const service = stopping.aborted ? "stopping" : "ok";
    const [databaseState, contents] = await Promise.all([
      this.#probe("database", () => database.first(sql`select 1`)),
      this.#probe("contents", () => this.#probeContents()),
    ]);
    const isWell = [service, databaseState, contents].every((state) => state === "ok");
    return { status: isWell ? "ok" : "unavailable", service, database: databaseState, contents };
  }

  async #probe(name: string, work: () => Promise<unknown>): Promise<string> {
    const running =
      this.#running.get(name) ??
      work().then(
        () => "ok",
        (thrown: unknown) => {
          this.#backend.log.warn({ err: thrown, dependency: name }, "probe failed");
          return "failed";
        },
      );
    this.#running.set(name, running);
    void running.finally(() => this.#running.delete(name));
    let timer: NodeJS.Timeout | undefined;
    const silence = new Promise<string>((done) => {
      timer = setTimeout(() => done("does not answer"), timeout);
    });
    const state = await Promise.race([running, silence]);
    clearTimeout(timer);
    return state;
  }

  /** Stores a content and reads it. The sweeper removes it later, because no file refers to it. */
  async #probeContents(): Promise<void> {
    const { contents } = this.#backend;
    if (performance.now() - this.#probed < probeLifetime) {
      return;
    }
    const bytes = Buffer.from("probe");
    const { content, size } = await contents.add(Readable.from([bytes]));
    const pieces: Uint8Array[] = [];
    for await (const piece of contents.read(content, 0, size - 1)) {
      pieces.push(piece);
    }
    if (!bytes.equals(Buffer.concat(pieces))) {
      throw new Error("What was read is not what was stored.");
    }
    this.#probed = performance.now();
  }
}

/** Returns whether a call had no effect because a dependency of the service is unavailable. */
export function isUnavailable(thrown: unknown): boolean {
  return thrown instanceof ContentsUnavailable || isDatabaseUnavailable(thrown);
}
