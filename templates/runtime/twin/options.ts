import type { ServerAround } from "../server/around.js";
import type { TwinCall } from "./calls.js";
import type { TwinModel } from "./model.js";

/** The options of a Twin. */
export interface TwinOptions<Model = TwinModel> {
  /** A model of the state, created by `defineModel`; without it, calls do not affect later ones. */
  readonly model?: Model | undefined;
  /** The seed of everything that is random: content, delays, and the dots of summaries. 1 by default. */
  readonly seed?: number | undefined;
  /** The number of items in each list with pages; 7 by default. */
  readonly items?: number | undefined;
  /** The number of polls that report a job as in progress; 2 by default. */
  readonly polls?: number | undefined;
  /** Whether a route that may launch a job does so, or returns the result `immediate`ly; `launched` by default. */
  readonly jobs?: "launched" | "immediate" | undefined;
  /** Whether results have the argument's values for fields of the same name and type; true by default. */
  readonly echo?: boolean | undefined;
  /** The delay of each answer in milliseconds, or a range to draw it from; none by default. */
  readonly latency?: number | readonly [from: number, to: number] | undefined;
  /** Answers calls with status 501 if there is no override, plan or model for them. */
  readonly strict?: boolean | undefined;
  /** Runs around each call, like the option `around` of a server. */
  readonly around?: ServerAround<object> | readonly ServerAround<object>[] | undefined;
  /** Called after each call, for logging. */
  readonly onCall?: ((call: TwinCall) => void) | undefined;
  /** The receiver of the notifications of `notify`. */
  readonly webhook?: TwinWebhook | undefined;
  /** Whether the paths `/__twin/…` allow planning, listing and resetting; false by default. */
  readonly control?: boolean | undefined;
}

/** A receiver of notifications. */
export interface TwinWebhook {
  /** A handler, or the URL of one. */
  readonly to: string | URL | ((request: Request) => Promise<Response>);
  readonly secret: string;
}
