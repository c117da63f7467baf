import { OAuthError } from "./error.js";
import { readTokens, type Tokens } from "./tokens.js";

export interface RedirectOptions {
  /** The `state` of the authorization request; undefined if it had none. */
  readonly state: string | undefined;
}

/** The parameters of a redirect in the code flow. */
export interface CodeRedirect {
  /** The code for `exchangeCode`. It can be used only once, and only for a short time. */
  readonly code: string;
}

/**
 * Parses the redirect URL of the code flow; on a server, the path and the query are enough. Throws an {@link OAuthError} if
 * access was denied, or if the redirect does not belong to the request with this state.
 */
export function readCodeRedirect(url: string | URL, options: RedirectOptions): CodeRedirect {
  const parameters = parse(url).searchParams;
  checkAnswer(parameters, options);
  const code = single(parameters, "code");
  if (code === null || code === "") {
    throw new OAuthError("The redirect has neither a code nor an error", { reason: "protocol" });
  }
  return { code };
}

/**
 * Parses the redirect URL of the token flow, including the fragment. Anyone can forge such a URL: a server must not trust a
 * token that a browser read from it. Throws an {@link OAuthError} if access was denied, or if the redirect does not
 * belong to the request with this state.
 */
export function readTokenRedirect(url: string | URL, options: RedirectOptions): Tokens {
  const parameters = new URLSearchParams(parse(url).hash.slice(1));
  checkAnswer(parameters, options);
  return readTokens((name) => single(parameters, name), "The redirect");
}

function parse(url: string | URL): URL {
  return new URL(url, "http://localhost"); // on a server, the URL may be only a path and a query
}

function checkAnswer(parameters: URLSearchParams, { state }: RedirectOptions): void {
  // Even a denial only counts if it belongs to this request.
  if (single(parameters, "state") !== (state ?? null)) {
    throw new OAuthError("The state of the redirect differs from that of the request", { reason: "state" });
  }
  const error = single(parameters, "error");
  if (error !== null) {
    const description = single(parameters, "error_description") ?? undefined;
    const message = `Access was not granted: ${description ?? error}`;
    throw new OAuthError(message, { reason: "refused", error, description });
  }
}

/** Returns the value of a parameter. Throws if it is repeated (RFC 6749, section 3.1). */
function single(parameters: URLSearchParams, name: string): string | null {
  if (parameters.getAll(name).length > 1) {
    throw new OAuthError(`The redirect has the parameter ${name} twice`, { reason: "protocol" });
  }
  return parameters.get(name);
}
