import { toResponse } from "./fetch-handler.js";
import { contentReply, type ServedContent } from "./served-content.js";

/** The options of {@link contentResponse}. */
export interface ContentResponseOptions {
  /** Additional headers, such as `Content-Disposition`. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Called with errors that occur while the content is being sent, when it is too late for an error response. */
  readonly onError?: ((error: unknown) => void | Promise<void>) | undefined;
}

/**
 * Responds to a request that is not a call of a route, such as one for a temporary link, in the same way as to a download:
 * with ranges, entity tags and `HEAD`. Rejects with an Error for an invalid size, tag, type or header.
 */
export async function contentResponse(
  request: Request,
  served: ServedContent,
  { headers = {}, onError }: ContentResponseOptions = {},
): Promise<Response> {
  const { method } = request;
  const header = (name: string): string | undefined => request.headers.get(name) ?? undefined;
  return toResponse(
    await contentReply({ method, header }, served, headers, (error) => void reportFailure(onError, error)),
  );
}

async function reportFailure(report: ContentResponseOptions["onError"], error: unknown): Promise<void> {
  try {
    await report?.(error);
  } catch {
    // A failing callback must not end the process.
  }
}
