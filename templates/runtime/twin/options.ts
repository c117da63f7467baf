import type { ServerAround } from "../server/around.js";
import type { TwinCall } from "./calls.js";
import type { TwinModel } from "./model.js";
import type { HandlerRequest } from "../server/handler-request.js";
import type { UploadedContent } from "../server/received-content.js";
import type { DownloadReply } from "../server/served-content.js";

/** The options of a Twin. */
export interface TwinOptions<Model = TwinModel> {
  /** A model of the state, created by `defineModel`. Without a model, calls do not affect later calls. */
  readonly model?: Model | undefined;
  /** The seed of everything random: content, delays, and the dots in `error_summary`. 1 by default. */
  readonly seed?: number | undefined;
  /** The number of items in each paged list; 7 by default. */
  readonly items?: number | undefined;
  /** The number of polls that report a job as in progress; 2 by default. */
  readonly polls?: number | undefined;
  /** Whether a route that may launch a job does so (`launched`, the default), or returns the result at once (`immediate`). */
  readonly jobs?: "launched" | "immediate" | undefined;
  /** Whether results repeat the values of the argument's fields that have the same name and type; true by default. */
  readonly echo?: boolean | undefined;
  /** The delay before each response, or a range from which it is drawn; none by default. */
  readonly latencyMs?: number | readonly [from: number, to: number] | undefined;
  /** Whether calls without an override, plan or model fail with status 501; false by default. */
  readonly strict?: boolean | undefined;
  /** Runs around each call, like the option `around` of a server. */
  readonly around?: ServerAround<object> | readonly ServerAround<object>[] | undefined;
  /** Called after each call, for example to log it. */
  readonly onCall?: ((call: TwinCall) => void) | undefined;
  /** The receiver of the notifications of `notify`. */
  readonly webhook?: TwinWebhook | undefined;
  /** Whether requests to `/__twin/…` can add plans, list calls, and read or reset the state; false by default. */
  readonly control?: boolean | undefined;
}

/** A receiver of notifications. */
export interface TwinWebhook {
  /** A handler, or the URL of one. */
  readonly to: string | URL | ((request: Request) => Promise<Response>);
  readonly secret: string;
}

/** The request of an overridden call, including the content of an upload. */
export interface TwinRequest extends HandlerRequest {
  readonly content: UploadedContent;
}

/**
 * Answers calls of a route in place of the Twin. `next` returns the Twin's own result. May throw a `routeError` and the other
 * errors of handlers.
 */
export type Override<Arg, ResultInput> = (
  arg: Arg,
  next: () => Promise<ResultInput>,
  request: TwinRequest,
) => ResultInput | DownloadReply<ResultInput> | Promise<ResultInput | DownloadReply<ResultInput>>;
