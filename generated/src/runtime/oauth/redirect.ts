import { OAuthError } from "./error.js";
import { readTokens, type Tokens } from "./tokens.js";

export interface RedirectOptions {
  /** The state that the request was made with; undefined if it had none. */
  readonly state: string | undefined;
}

/** What the code flow redirects with. */
export interface CodeRedirect {
  /** For `exchangeCode`, once and soon. */
  readonly code: string;
}

/**
 * Reads the URL to which the code flow has redirected; on a server its path and query are enough. Throws an
 * {@link OAuthError} if access was denied, or if the redirect does not answer the request with this state.
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
 * Reads the URL, with its fragment, to which the token flow has redirected. Anybody can make up such a URL: a server
 * must not trust what a browser says was in it. Throws an {@link OAuthError} if access was denied, or if the redirect
 * does not answer the request with this state.
 */
export function readTokenRedirect(url: string | URL, options: RedirectOptions): Tokens {
  const parameters = new URLSearchParams(parse(url).hash.slice(1));
  checkAnswer(parameters, options);
  return readTokens((name) => single(parameters, name), "The redirect");
}

function parse(url: string | URL): URL {
  return new URL(url, "http://localhost"); // servers know only the path
}

function checkAnswer(parameters: URLSearchParams, { state }: RedirectOptions): void {
  // Even a denial counts only if it answers our question.
  if (single(parameters, "state") !== (state ?? null)) {
    throw new OAuthError("The state of the redirect is not that of the request", { reason: "state" });
  }
  const error = single(parameters, "error");
  if (error !== null) {
    const description = single(parameters, "error_description") ?? undefined;
    const message = `Access was not granted: ${description ?? error}`;
    throw new OAuthError(message, { reason: "refused", error, description });
  }
}

/** The value of a parameter, which must not come twice (RFC 6749, section 3.1). */
function single(parameters: URLSearchParams, name: string): string | null {
  if (parameters.getAll(name).length > 1) {
    throw new OAuthError(`The redirect has the parameter ${name} twice`, { reason: "protocol" });
  }
  return parameters.get(name);
}
