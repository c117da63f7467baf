import type { AroundCall } from "../client/around.js";
import type { AroundServedCall, ServedOutcome } from "../server/around.js";
import { ClientCalls } from "./client-calls.js";
import type { InstrumentedPackage, OtelOptions } from "./options.js";
import { ServedCalls } from "./served-calls.js";
import { Telemetry } from "./telemetry.js";

/** A function for the option `around` of clients and of servers. */
export type Instrumentation = (
  call: AroundCall | AroundServedCall<unknown>,
  next: () => Promise<unknown>,
) => Promise<void>;

/** Returns a function that traces and measures the calls of a package. */
export function instrument(instrumented: InstrumentedPackage, options: OtelOptions): Instrumentation {
  const client = new ClientCalls(new Telemetry("client", instrumented, options), options);
  const server = new ServedCalls(new Telemetry("server", instrumented, options), options);
  return (call, next) =>
    "request" in call
      ? server.around(call, next as () => Promise<ServedOutcome>) // a server's `next` returns an outcome
      : client.around(call, next);
}
