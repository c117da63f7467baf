import type { HandlerRequest } from "../server/handler-request.js";
import type { UploadedContent } from "../server/received-content.js";
import type { DownloadReply } from "../server/served-content.js";

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
