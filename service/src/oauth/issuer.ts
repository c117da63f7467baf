import type { Settings } from "../settings.js";

/**
 * Returns the URL that identifies the service as an authorization server (RFC 8414, RFC 9207): the public URL of the pages or,
 * if none is set, the origin of the request.
 */
export function resolveIssuer({ webUrl }: Pick<Settings, "webUrl">, requestUrl: string): string {
  return webUrl ?? new URL(requestUrl).origin;
}
