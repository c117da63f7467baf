import { responseOf } from "./fetch-handler.js";
import { contentReply, type ServedContent } from "./served-content.js";

/** What else a response with content can be given. */
export interface ContentResponseOptions {
  /** More headers, such as `Content-Disposition`. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Is told what fails while the content is sent, by which time it is too late for another answer. */
  readonly onError?: ((error: unknown) => void | Promise<void>) | undefined;
}

/**
 * Answers a request for content that is no call of a route, such as what a link leads to, as downloads are answered:
 * with ranges, entity tags and `HEAD`. Rejects with an Error for a size, tag, type or header that is none.
 */
export async function contentResponse(
  request: Request,
  served: ServedContent,
  { headers = {}, onError }: ContentResponseOptions = {},
): Promise<Response> {
  const { method } = request;
  const header = (name: string): string | undefined => request.headers.get(name) ?? undefined;
  return responseOf(await contentReply({ method, header }, served, headers, (error) => void tell(onError, error)));
}

async function tell(report: ContentResponseOptions["onError"], error: unknown): Promise<void> {
  try {
    await report?.(error);
  } catch {
    // A report that fails, at once or later, must not cost the service its process.
  }
}
