import type { Settings } from "../settings.js";

/**
 * The URL that names the service as an authorization server (RFC 8414, RFC 9207): that at which people see the pages, or,
 * where none is set, the origin of the request.
 */
export function resolveIssuer({ webUrl }: Pick<Settings, "webUrl">, requestUrl: string): string {
  return webUrl === undefined ? new URL(requestUrl).origin : webUrl.replace(/\/$/, "");
}
