import type { RecordedCall } from "./calls.js";
import type { Disconnection, TwinError } from "./outcome.js";

/** A call that is being answered. */
export interface Exchange {
  readonly call: RecordedCall;
  disconnect: Disconnection | undefined;
  truncate: number | undefined;
  /** A mistake in the test itself, such as an override that returns a result that no client would accept. */
  failure: TwinError | undefined;
}

/** The header that contains the number of the exchange. Its name is invalid on all platforms, so no caller can set it. */
export const exchangeHeader = ":exchange";
