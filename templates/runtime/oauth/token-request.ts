import { throwIfAborted } from "../errors/abort.js";
import { checkOptionNames } from "../codecs/options.js";
import { checkClientId } from "./authorization-url.js";
import { base64Text } from "../text/bytes.js";
import { OAuthError } from "./error.js";
import type { Fetch } from "../client/options.js";
import { explain } from "../client/errors.js";
import { retryAfter } from "../client/retry.js";
import { readTokens, type Tokens } from "./tokens.js";

/** The token endpoint and the credentials of the app. */
export interface TokenRequestOptions {
  /** The URL of the token endpoint. */
  readonly tokenUrl: string;
  /** The key of the app. */
  readonly clientId: string;
  /** The secret of the app. Apps that run on a user's device cannot keep a secret; they use PKCE instead. */
  readonly clientSecret?: string | undefined;
  /** Whether the key and the secret are sent in the form (the default) or in the `Authorization` header. */
  readonly credentials?: "form" | "header" | undefined;
  /** A replacement for the platform's `fetch`. */
  readonly fetch?: Fetch | undefined;
  /** Aborts the request. The promise then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

export interface ExchangeCodeOptions extends TokenRequestOptions {
  /** The code from the redirect, or the code that the user has copied. */
  readonly code: string;
  /** The redirect URI of the authorization request. The service checks that it is the same. */
  readonly redirectUri?: string | undefined;
  /** The verifier that `createPkce` returned, if the authorization request contained the challenge. */
  readonly codeVerifier?: string | undefined;
}

/** Exchanges a code for tokens. Rejects with an {@link OAuthError}, or with the reason of an aborted `signal`. */
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
 * Requests a new access token. A refresh token in the response replaces the old refresh token. Rejects with an
 * {@link OAuthError}, or with the reason of an aborted `signal`.
 */
export function refreshAccessToken(options: RefreshAccessTokenOptions): Promise<Tokens> {
  return requestTokens(options, { grant_type: "refresh_token", refresh_token: options.refreshToken });
}

/** The options of token requests, and those of `refreshingToken`, which passes all of them to {@link refreshAccessToken}. */
const tokenOptions = [
  "tokenUrl",
  "clientId",
  "clientSecret",
  "credentials",
  "fetch",
  "signal",
  "code",
  "redirectUri",
  "codeVerifier",
  "refreshToken",
  "accessToken",
  "expiresAt",
  "onToken",
];

/** Throws a TypeError without a `clientId`, and for an option that neither token requests nor `refreshingToken` have. */
export function checkTokenOptions(options: TokenRequestOptions): void {
  checkOptionNames(options, tokenOptions);
  checkClientId(options);
}

async function requestTokens(
  options: TokenRequestOptions,
  grant: Readonly<Record<string, string | undefined>>,
): Promise<Tokens> {
  checkTokenOptions(options);
  const { clientId, clientSecret } = options;
  const inHeader = options.credentials === "header" && clientSecret !== undefined;
  const credentials = inHeader ? {} : { client_id: clientId, client_secret: clientSecret };
  const headers = new Headers({ Accept: "application/json" });
  if (inHeader) {
    headers.set("Authorization", `Basic ${base64Text(`${clientId}:${clientSecret}`)}`);
  }
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...grant, ...credentials })) {
    if (value !== undefined) {
      form.set(name, value);
    }
  }
  const { status, body, ...reply } = await post(options, headers, form);
  if (status < 200 || status > 299) {
    throw refusal(status, reply.headers, body, [clientSecret, ...secretsIn(form)]);
  }
  const json = parseObject(body);
  return readTokens((name) => json[name], "The response");
}

async function post(
  options: TokenRequestOptions,
  headers: Headers,
  body: URLSearchParams,
): Promise<{ status: number; headers: Headers; body: string }> {
  const { signal } = options;
  const fetch = (options.fetch ?? globalThis.fetch) as typeof globalThis.fetch;
  try {
    // Secrets must not follow a redirect to another server (RFC 9700, section 4.12).
    const request = { method: "POST", headers, body, redirect: "manual", signal: signal ?? null } as const;
    const response = await fetch(options.tokenUrl, request);
    return { status: response.status, headers: response.headers, body: await response.text() };
  } catch (cause) {
    throwIfAborted(signal); // aborted by the caller
    throw new OAuthError(`The token request received no response: ${explain(cause)}`, { reason: "network", cause });
  }
}

/**
 * Returns the error for an error response, whose body is JSON (RFC 6749, section 5.2) or plain text. It has none of the secrets
 * of the request, which a service may quote.
 */
function refusal(
  status: number,
  headers: Headers,
  text: string,
  secrets: readonly (string | null | undefined)[],
): OAuthError {
  const json = parseObject(text);
  const { error, error_description } = json;
  const body = withoutSecrets(text, secrets);
  const code = typeof error === "string" ? withoutSecretsInCode(error, secrets) : undefined;
  const description = typeof error_description === "string" ? withoutSecrets(error_description, secrets) : undefined;
  const why = description ?? code ?? body.slice(0, 200);
  const message = `The token request failed with status ${status}${why === "" ? "" : `: ${why}`}`;
  const details = { error: code, description, status, body, retryAfter: retryAfter(headers, json) };
  return new OAuthError(message, { reason: "refused", ...details });
}

function secretsIn(form: URLSearchParams): (string | null)[] {
  return ["code", "code_verifier", "refresh_token"].map((name) => form.get(name));
}

/** A code such as `invalid_grant` stays, although a short secret may be a part of it. */
function withoutSecretsInCode(code: string, secrets: readonly (string | null | undefined)[]): string {
  return /^[a-z_]+$/.test(code) && !secrets.includes(code) ? code : withoutSecrets(code, secrets);
}

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
