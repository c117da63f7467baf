import type { RecordedCall } from "./calls.js";
import type { Disconnection, TwinError } from "./outcome.js";

/** A call on its way to its reply. */
export interface Exchange {
  readonly call: RecordedCall;
  disconnect: Disconnection | undefined;
  truncate: number | undefined;
  /** The mistake in the test itself, such as an override whose result no client would accept. */
  failure: TwinError | undefined;
}

/** The name under which a handler's request has the number of its exchange; no platform allows such a header. */
export const exchangeHeader = ":exchange";
