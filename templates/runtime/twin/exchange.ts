import type { RecordedCall } from "./calls.js";
import type { Disconnection, TwinError } from "./outcome.js";

/** A call that is being answered. */
export interface Exchange {
  readonly call: RecordedCall;
  disconnect: Disconnection | undefined;
  truncate: number | undefined;
  /** A mistake in the test itself, such as an override whose result no client would accept. */
  failure: TwinError | undefined;
}

/** The header that tells handlers the number of their exchange. Its name is invalid on all platforms, so no caller can set it. */
export const exchangeHeader = ":exchange";
