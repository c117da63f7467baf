import type { HandlerRequest } from "../server/handler-request.js";
import type { UploadedContent } from "../server/received-content.js";
import type { DownloadReply } from "../server/served-content.js";

/** The request of an overridden call, with the content of an upload. */
export interface TwinRequest extends HandlerRequest {
  readonly content: UploadedContent;
}

/**
 * Answers calls of a route instead of the Twin. `next` returns the Twin's answer. May throw `routeError` and the other
 * errors of handlers.
 */
export type Override<Arg, ResultInput> = (
  arg: Arg,
  next: () => Promise<ResultInput>,
  request: TwinRequest,
) => ResultInput | DownloadReply<ResultInput> | Promise<ResultInput | DownloadReply<ResultInput>>;
