import { authorization } from "./authorization.js";
import type { ClientCore, ExtraHeaders } from "./client.js";
import type { RouteInfo } from "./route.js";

/**
 * The headers of a request: our own, which the client's extra headers may replace, and those of the call, which may
 * not replace ours. Throws a TypeError for what no header can carry, and all that {@link authorization} throws.
 */
export async function requestHeaders(
  core: ClientCore,
  route: RouteInfo,
  contentType: string | undefined,
  extra: ExtraHeaders | undefined,
): Promise<Headers> {
  const headers = new Headers();
  if (contentType !== undefined) {
    setHeader(headers, "Content-Type", contentType);
  }
  for (const [name, value] of given(core.options.headers)) {
    setHeader(headers, name, value);
  }
  const ours = ["authorization", "content-type", core.binding.headers.arg.toLowerCase()];
  for (const [name, value] of given(extra)) {
    if (!ours.includes(name.toLowerCase())) {
      setHeader(headers, name, value);
    }
  }
  if (!headers.has("Authorization")) {
    const value = await authorization(core, route);
    if (value !== undefined) {
      setHeader(headers, "Authorization", value);
    }
  }
  return headers;
}

function* given(extra: ExtraHeaders | undefined): Iterable<[name: string, value: string]> {
  for (const [name, value] of Object.entries(extra ?? {})) {
    if (value !== undefined) {
      yield [name, value];
    }
  }
}

/** Refuses what `Headers` would cut off or not say clearly. The message leaves the value out: it may be a secret. */
function setHeader(headers: Headers, name: string, value: string): void {
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) {
    throw new TypeError(`${JSON.stringify(name)} is no name for a header`);
  }
  const unfit = /[^\t\x20-\x7e\x80-\xff]/.exec(value)?.[0].charCodeAt(0);
  if (unfit !== undefined) {
    const unit = unfit.toString(16).toUpperCase().padStart(4, "0");
    throw new TypeError(`The value for the header ${name} has the character U+${unit}, which no header can carry`);
  }
  headers.set(name, value);
}
