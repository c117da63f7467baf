// The runtime of the package, written by Ashlar. Do not edit.

import { isInstance, markError } from "./errors.js";
import { base64, base64Url } from "./text.js";

export interface AuthorizationUrlOptions {
  /** The URL of the page on which users grant access. */
  readonly authorizeUrl: string;
  /** The key of the app. */
  readonly clientId: string;
  /**
   * `code`, the default, redirects with a code for `exchangeCode`. `token` redirects with a token in the fragment, for
   * apps that have neither a server nor PKCE (RFC 9700, section 2.1.2).
   */
  readonly responseType?: "code" | "token" | undefined;
  /**
   * The redirect URI: it must equal one that the app has registered. Required for the token flow. Without it, users are
   * shown the code and copy it by hand.
   */
  readonly redirectUri?: string | undefined;
  /** Returned with the redirect: the result of `createState`, or your own text of at most 500 bytes. */
  readonly state?: string | undefined;
  /** The challenge from `createPkce`, for the code flow. */
  readonly codeChallenge?: string | undefined;
  /** The requested kind of account. Verify it afterwards: users can change this URL. */
  readonly requireRole?: "work" | "personal" | undefined;
  /** Ask again if the user has already granted access. */
  readonly forceReapprove?: boolean | undefined;
  /** Do not offer to sign up. */
  readonly disableSignup?: boolean | undefined;
  /** Additional parameters, such as `scope` or `token_access_type`. */
  readonly parameters?: Readonly<Record<string, string>> | undefined;
}

/**
 * The URL of the page on which a user grants access: redirect the browser to it. OAuth does not authenticate the user:
 * do not use it to log users in. Throws a TypeError for conflicting options.
 */
export function authorizationUrl(options: AuthorizationUrlOptions): string {
  const { authorizeUrl, responseType = "code", redirectUri, state, codeChallenge, parameters = {} } = options;
  if (responseType === "token" && redirectUri === undefined) {
    throw new TypeError("The token flow requires a redirectUri");
  }
  if (new TextEncoder().encode(state).length > 500) {
    throw new TypeError("The state is longer than 500 bytes");
  }
  const ours = {
    response_type: responseType,
    client_id: options.clientId,
    redirect_uri: redirectUri,
    state,
    code_challenge: codeChallenge,
    code_challenge_method: codeChallenge === undefined ? undefined : "S256",
    require_role: options.requireRole,
    force_reapprove: options.forceReapprove,
    disable_signup: options.disableSignup,
  };
  const url = new URL(authorizeUrl);
  for (const [name, value] of Object.entries(parameters)) {
    if (Object.hasOwn(ours, name)) {
      throw new TypeError(`Set the parameter ${name} with its own option`);
    }
    url.searchParams.set(name, value);
  }
  for (const [name, value] of Object.entries(ours)) {
    if (value !== undefined) {
      url.searchParams.set(name, String(value));
    }
  }
  return url.href;
}

/** Options with a default for one of them. */
export type WithDefault<Options, Name extends keyof Options> = Omit<Options, Name> & {
  readonly [Default in Name]?: Options[Default] | undefined;
};

/** The details of an {@link OAuthError}. */
export interface OAuthErrorDetails {
  /**
   * - `refused`: the user or the service denied access.
   * - `state`: the redirect does not belong to this request. It may be a forgery (CSRF).
   * - `protocol`: the response or the redirect violates OAuth.
   * - `network`: there was no response; `cause` is what `fetch` threw.
   */
  readonly reason: "refused" | "state" | "protocol" | "network";
  /** The error code, such as `access_denied` or `invalid_grant` (RFC 6749, sections 4.1.2.1 and 5.2). */
  readonly error?: string | undefined;
  /** The service's description of the error, for developers. */
  readonly description?: string | undefined;
  /** The HTTP status of the response. */
  readonly status?: number | undefined;
  /** The text of an error response. Other responses may contain tokens and are not kept. */
  readonly body?: string | undefined;
  readonly cause?: unknown;
}

/** Access was not granted, or no token was returned. The error does not contain secrets of the request. */
export class OAuthError extends Error {
  /** Identifies errors of this class for `instanceof`, also those from another copy of this package. */
  static readonly brand: string = "OAuthError";
  declare readonly name: "OAuthError";
  /** The reason in one word, see {@link OAuthErrorDetails}. */
  readonly reason: OAuthErrorDetails["reason"];
  /** The error code, such as `access_denied` or `invalid_grant`. */
  readonly error: string | undefined;
  /** The service's description of the error, for developers. */
  readonly description: string | undefined;
  /** The HTTP status of the response. */
  readonly status: number | undefined;
  /** The text of an error response. */
  readonly body: string | undefined;

  constructor(message: string, details: OAuthErrorDetails) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.reason = details.reason;
    this.error = details.error;
    this.description = details.description;
    this.status = details.status;
    this.body = details.body;
    markError(this, new.target);
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    return isInstance(this, value);
  }
}

/** A secret for one authorization request, and the challenge derived from it (RFC 7636). */
export interface Pkce {
  /** For `exchangeCode`. Keep it in the user's session. */
  readonly codeVerifier: string;
  /** For `authorizationUrl`: the SHA-256 of the verifier. */
  readonly codeChallenge: string;
}

/**
 * Creates a verifier and its challenge, which bind a code to the client that requested it, so that a stolen code is
 * useless. Required for apps that cannot keep a secret. In browsers it needs HTTPS or localhost, like WebCrypto.
 */
export async function createPkce(): Promise<Pkce> {
  const codeVerifier = base64Url(crypto.getRandomValues(new Uint8Array(32)));
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(codeVerifier));
  return { codeVerifier, codeChallenge: base64Url(new Uint8Array(hash)) };
}

/**
 * A token response. A team token gives access to the data of all members: keep it on a server, never on a user's
 * device.
 */
export interface Tokens {
  readonly access_token: string;
  readonly token_type: "bearer";
  /** The user's account; absent if a team has granted access. */
  readonly account_id?: string | undefined;
  /** The team that has granted access. */
  readonly team_id?: string | undefined;
  /** The predecessor of `account_id`. */
  readonly uid?: string | undefined;
  /** The lifetime of the access token in seconds; undefined if it does not expire. */
  readonly expires_in?: number | undefined;
  /** For `refreshAccessToken`. */
  readonly refresh_token?: string | undefined;
  /** The granted scopes, separated by spaces. */
  readonly scope?: string | undefined;
}

/** Reads a token response with `member`. Throws an {@link OAuthError} whose message calls the source `where`. */
export function readTokens(member: (name: string) => unknown, where: string): Tokens {
  const wrong = (name: string): OAuthError => new OAuthError(`${where} has no ${name}`, { reason: "protocol" });
  // A service may send an identifier as a number.
  const text = (name: string): string | undefined => {
    const value = member(name) ?? undefined;
    if (value !== undefined && typeof value !== "string" && typeof value !== "number") {
      throw wrong(`valid ${name}`);
    }
    return value === undefined ? undefined : String(value);
  };
  const access_token = text("access_token");
  if (access_token === undefined || access_token === "") {
    throw wrong("access_token");
  }
  if (text("token_type")?.toLowerCase() !== "bearer") {
    throw wrong("token_type bearer");
  }
  const seconds = text("expires_in");
  if (seconds !== undefined && !/^\d+(\.\d+)?$/.test(seconds)) {
    throw wrong("expires_in in seconds");
  }
  return {
    access_token,
    token_type: "bearer",
    account_id: text("account_id"),
    team_id: text("team_id"),
    uid: text("uid"),
    expires_in: seconds === undefined ? undefined : Number(seconds),
    refresh_token: text("refresh_token"),
    scope: text("scope"),
  };
}

export interface RedirectOptions {
  /** The state of the authorization request; undefined if it had none. */
  readonly state: string | undefined;
}

/** The parameters of a redirect of the code flow. */
export interface CodeRedirect {
  /** For `exchangeCode`: usable once, and only for a short time. */
  readonly code: string;
}

/**
 * Reads the redirect URL of the code flow; on a server, path and query are enough. Throws an {@link OAuthError} if
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
 * Reads the redirect URL of the token flow, with its fragment. Anyone can forge such a URL: a server must not trust a
 * token that a browser read from it. Throws an {@link OAuthError} if access was denied, or if the redirect does not
 * belong to the request with this state.
 */
export function readTokenRedirect(url: string | URL, options: RedirectOptions): Tokens {
  const parameters = new URLSearchParams(parse(url).hash.slice(1));
  checkAnswer(parameters, options);
  return readTokens((name) => single(parameters, name), "The redirect");
}

function parse(url: string | URL): URL {
  return new URL(url, "http://localhost"); // on a server the URL is only a path
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

/** The value of a parameter, which must not be repeated (RFC 6749, section 3.1). */
function single(parameters: URLSearchParams, name: string): string | null {
  if (parameters.getAll(name).length > 1) {
    throw new OAuthError(`The redirect has the parameter ${name} twice`, { reason: "protocol" });
  }
  return parameters.get(name);
}

/** The token endpoint and the credentials of the app. */
export interface TokenRequestOptions {
  /** The URL of the token endpoint. */
  readonly tokenUrl: string;
  /** The key of the app. */
  readonly clientId: string;
  /** The secret of the app. Apps on a user's device cannot keep a secret and use PKCE instead. */
  readonly clientSecret?: string | undefined;
  /** Whether key and secret are sent in the form (the default) or in the `Authorization` header. */
  readonly credentials?: "form" | "header" | undefined;
  /** The platform's `fetch` by default. */
  readonly fetch?: typeof fetch | undefined;
  /** Aborts the request: it rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

export interface ExchangeCodeOptions extends TokenRequestOptions {
  /** The code from the redirect, or the one that the user has copied. */
  readonly code: string;
  /** The redirect URI of the authorization request; nothing is redirected. */
  readonly redirectUri?: string | undefined;
  /** The verifier from `createPkce`, if the authorization request had its challenge. */
  readonly codeVerifier?: string | undefined;
}

/** Exchanges a code for tokens. Rejects with an {@link OAuthError}. */
export function exchangeCode(options: ExchangeCodeOptions): Promise<Tokens> {
  return requestTokens(options, {
    grant_type: "authorization_code",
    code: options.code,
    redirect_uri: options.redirectUri,
    code_verifier: options.codeVerifier,
  });
}

export interface RefreshAccessTokenOptions extends TokenRequestOptions {
  readonly refreshToken: string;
}

/**
 * Returns a new access token. If the response has a new refresh token, it replaces the old one. Rejects with an
 * {@link OAuthError}.
 */
export function refreshAccessToken(options: RefreshAccessTokenOptions): Promise<Tokens> {
  return requestTokens(options, { grant_type: "refresh_token", refresh_token: options.refreshToken });
}

async function requestTokens(
  options: TokenRequestOptions,
  grant: Readonly<Record<string, string | undefined>>,
): Promise<Tokens> {
  const { clientId, clientSecret } = options;
  const inHeader = options.credentials === "header" && clientSecret !== undefined;
  const credentials = inHeader ? {} : { client_id: clientId, client_secret: clientSecret };
  const headers = new Headers({ Accept: "application/json" });
  if (inHeader) {
    headers.set("Authorization", `Basic ${base64(new TextEncoder().encode(`${clientId}:${clientSecret}`))}`);
  }
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...grant, ...credentials })) {
    if (value !== undefined) {
      form.set(name, value);
    }
  }
  const { status, body } = await post(options, headers, form);
  if (status < 200 || status > 299) {
    throw refusal(status, withoutSecrets(body, [clientSecret, ...secretsIn(form)]));
  }
  const json = parseObject(body);
  return readTokens((name) => json[name], "The response");
}

async function post(
  options: TokenRequestOptions,
  headers: Headers,
  body: URLSearchParams,
): Promise<{ status: number; body: string }> {
  const { signal } = options;
  const fetch = options.fetch ?? globalThis.fetch;
  try {
    // Secrets must not follow a redirect to another server (RFC 9700, section 4.12).
    const request = { method: "POST", headers, body, redirect: "manual", signal: signal ?? null } as const;
    const response = await fetch(options.tokenUrl, request);
    return { status: response.status, body: await response.text() };
  } catch (cause) {
    signal?.throwIfAborted(); // aborted by the caller
    throw new OAuthError("The token request received no response", { reason: "network", cause });
  }
}

/** The error for an error response: JSON (RFC 6749, section 5.2) or plain text. */
function refusal(status: number, body: string): OAuthError {
  const { error, error_description } = parseObject(body);
  const code = typeof error === "string" ? error : undefined;
  const description = typeof error_description === "string" ? error_description : undefined;
  const why = description ?? code ?? body.slice(0, 200);
  const message = `The token request failed with status ${status}${why === "" ? "" : `: ${why}`}`;
  return new OAuthError(message, { reason: "refused", error: code, description, status, body });
}

function secretsIn(form: URLSearchParams): (string | null)[] {
  return ["code", "code_verifier", "refresh_token"].map((name) => form.get(name));
}

/** A response without the secrets of the request, which the service may quote. */
function withoutSecrets(text: string, secrets: readonly (string | null | undefined)[]): string {
  return secrets.reduce<string>((rest, secret) => (secret ? rest.replaceAll(secret, "…") : rest), text);
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const json: unknown = JSON.parse(text);
    return typeof json === "object" && json !== null ? { ...json } : {};
  } catch {
    return {};
  }
}

/** The tokens to store so that the user does not have to grant access again. */
export interface StoredTokens {
  readonly refreshToken: string;
  readonly accessToken?: string | undefined;
  /**
   * When the access token expires, in milliseconds since 1970; undefined if it does not expire or the time is unknown.
   */
  readonly expiresAt?: number | undefined;
}

export interface RefreshingTokenOptions extends TokenRequestOptions, StoredTokens {
  /**
   * Called with the tokens after each refresh: store them for the next start. Services may replace the refresh token as
   * well. The new token is used after this function has completed; calls that wait for it reject with what it throws.
   */
  readonly onToken?: ((tokens: StoredTokens) => void | Promise<void>) | undefined;
}

/**
 * A function for the client option `accessToken` that refreshes the token if there is none, if it expires within five
 * minutes, and after the service has rejected it. Concurrent calls share one refresh request; if it fails, all of them
 * reject with its `OAuthError`, and the next call tries again.
 */
export function refreshingToken(options: RefreshingTokenOptions): (rejectedToken?: string) => Promise<string> {
  let { refreshToken, accessToken, expiresAt }: StoredTokens = options;
  let running: Promise<string> | undefined;

  async function refresh(): Promise<string> {
    const startedAt = Date.now();
    const tokens = await refreshAccessToken({ ...options, refreshToken });
    refreshToken = tokens.refresh_token ?? refreshToken;
    accessToken = tokens.access_token;
    expiresAt = tokens.expires_in === undefined ? undefined : startedAt + tokens.expires_in * 1000;
    await options.onToken?.({ refreshToken, accessToken, expiresAt });
    return tokens.access_token;
  }

  return async (rejectedToken) => {
    if (running !== undefined) {
      return running;
    }
    if (accessToken !== undefined && accessToken !== rejectedToken && !endsSoon(expiresAt)) {
      return accessToken;
    }
    running = refresh();
    try {
      return await running;
    } finally {
      running = undefined;
    }
  };
}

function endsSoon(expiresAt: number | undefined): boolean {
  return expiresAt !== undefined && expiresAt - Date.now() < 300_000;
}

/**
 * An unguessable state for one authorization request: keep it in the user's session and pass it to `readCodeRedirect`
 * (RFC 6749, section 10.12).
 */
export function createState(): string {
  return base64Url(crypto.getRandomValues(new Uint8Array(32)));
}
