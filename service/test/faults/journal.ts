import { isApiError } from "cloud-storage-api";
import { setTimeout } from "node:timers/promises";

/** How a call ended. */
export type Ending =
  /** It was acknowledged. */
  | "done"
  /** It was refused with 503 or 429: it had no effect. */
  | "refused"
  /** It failed in another way, so that it is not known whether it had an effect. */
  | "unknown";

/** What a caller learns about a call. */
export type Outcome<Value> =
  { readonly ending: "done"; readonly value: Value } | { readonly ending: "refused" | "unknown" };

/** What happened to a call, as counted in the results. */
export type Kind = "done" | "503" | "429" | "other 5xx" | "dropped" | "wrong";

export interface RecordedCall {
  readonly name: string;
  /** When it began and ended, in milliseconds. */
  readonly begun: number;
  readonly ended: number;
  readonly kind: Kind;
  /** The id of an internal error, by which the logs know it. */
  readonly requestId: string | undefined;
  readonly detail: string;
}

/** All calls of a load. */
export class Journal {
  readonly calls: RecordedCall[] = [];

  /** Makes a call and records how it ended; after a failure, waits a moment. */
  async call<Value>(name: string, work: () => Promise<Value>): Promise<Outcome<Value>> {
    const begun = performance.now();
    const add = (kind: Kind, detail = "", requestId?: string): void => {
      this.calls.push({ name, begun, ended: performance.now(), kind, requestId, detail });
    };
    try {
      const value = await work();
      add("done");
      return { ending: "done", value };
    } catch (thrown) {
      const kind = kindOf(thrown);
      add(kind, describe(thrown), isApiError(thrown) ? thrown.requestId : undefined);
      await setTimeout(100 + 200 * Math.random());
      return { ending: kind === "503" || kind === "429" ? "refused" : "unknown" };
    }
  }
}

/** A response that contradicts one that was acknowledged before. */
export class Contradiction extends Error {
  override readonly name = "Contradiction";
}

function kindOf(thrown: unknown): Kind {
  if (!isApiError(thrown)) {
    return "wrong";
  }
  switch (thrown.name) {
    case "RateLimitError":
      return "429";
    case "ServerError":
      // A proxy answers 502 and 504 when the service does not.
      return thrown.status === 502 || thrown.status === 504
        ? "dropped"
        : thrown.status === 503 && "retryAfter" in thrown && thrown.retryAfter !== undefined
          ? "503"
          : "other 5xx";
    case "NetworkError":
    case "TimeoutError":
      return "dropped";
    default:
      return "wrong";
  }
}

function describe(thrown: unknown): string {
  return thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
}
