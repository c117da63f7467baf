import type { RouteInfo } from "../routes/route.js";

/** A call that a Twin has answered. Credentials are not recorded. */
export interface TwinCall<Arg = unknown, Result = unknown> {
  /** The name of the route, such as `files/get_metadata`; undefined if there is no such route. */
  readonly route: string | undefined;
  readonly version: number | undefined;
  readonly method: string;
  /** The decoded argument; undefined if there was none, or if it was rejected. */
  readonly arg: Arg;
  readonly status: number;
  /** The path of the route error, such as `path/not_found`; undefined if the call did not fail with one. */
  readonly errorPath: string | undefined;
  /** The result; undefined if the call failed. */
  readonly result: Result | undefined;
  /** The content that was uploaded or downloaded; undefined for routes without content. */
  readonly contentLength: number | undefined;
  /** The team member whom the call selects. */
  readonly selectUser: string | undefined;
  /** The administrator whom the call selects. */
  readonly selectAdmin: string | undefined;
  /** The time of the call according to the Twin's clock. */
  readonly time: Date;
}

/** A call that is being answered or has been answered. It is printed with a redacted argument. */
export class RecordedCall implements TwinCall {
  readonly route: string | undefined;
  readonly version: number | undefined;
  readonly method: string;
  arg: unknown = undefined;
  status = 0;
  errorPath: string | undefined;
  result: unknown = undefined;
  contentLength: number | undefined;
  selectUser: string | undefined;
  selectAdmin: string | undefined;
  readonly time: Date;
  redactedArg: () => unknown = () => undefined;

  constructor(method: string, route: RouteInfo | undefined, time: Date) {
    this.method = method;
    this.route = route?.name;
    this.version = route?.version;
    this.time = time;
    Object.defineProperty(this, "redactedArg", { enumerable: false });
    // Defines the output of `console.log` in Node.
    Object.defineProperty(this, Symbol.for("nodejs.util.inspect.custom"), { value: () => this.toJSON() });
  }

  /** Copies the data of the first call that had the same idempotency key, because the reply to that call is sent again. */
  repeat(first: RecordedCall | undefined): void {
    if (first !== undefined) {
      const { arg, redactedArg, errorPath, result, contentLength, selectUser, selectAdmin } = first;
      Object.assign(this, { arg, redactedArg, errorPath, result, contentLength, selectUser, selectAdmin });
    }
  }

  /** Returns the call as it is printed: with a redacted argument and without the result. */
  toJSON(): object {
    const { route, version, method, status, errorPath, contentLength, selectUser, selectAdmin, time } = this;
    const arg = this.redactedArg();
    return { route, version, method, arg, status, errorPath, contentLength, selectUser, selectAdmin, time };
  }
}
