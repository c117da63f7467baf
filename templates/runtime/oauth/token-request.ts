import { base64 } from "../text/base64.js";
import { OAuthError } from "./error.js";
import { readTokens, type Tokens } from "./tokens.js";

/** Where tokens are asked for, and by whom. */
export interface TokenRequestOptions {
  /** The URL that gives tokens. */
  readonly tokenUrl: string;
  /** The key of the app. */
  readonly clientId: string;
  /** The secret of the app. An app on the device of a user can keep none, and uses PKCE instead. */
  readonly clientSecret?: string | undefined;
  /** Whether key and secret are sent in the form, as is the default, or in the header `Authorization`. */
  readonly credentials?: "form" | "header" | undefined;
  /** By default the platform's own. */
  readonly fetch?: typeof fetch | undefined;
  /** Ends the request: it rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

export interface ExchangeCodeOptions extends TokenRequestOptions {
  /** That of the redirect, or what the user has copied. */
  readonly code: string;
  /** The same as in the URL of the request; nothing is redirected. */
  readonly redirectUri?: string | undefined;
  /** That of `createPkce`, if the request had its challenge. */
  readonly codeVerifier?: string | undefined;
}

/** Gives tokens for a code. Rejects with an {@link OAuthError}. */
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
 * Gives a new access token. If a new refresh token comes with it, the old one must not be used again. Rejects with an
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
    // Secrets must not follow a redirect to somewhere else (RFC 9700, section 4.12).
    const request = { method: "POST", headers, body, redirect: "manual", signal: signal ?? null } as const;
    const response = await fetch(options.tokenUrl, request);
    return { status: response.status, body: await response.text() };
  } catch (cause) {
    signal?.throwIfAborted(); // that was the caller's own wish
    throw new OAuthError("The token request has got no response", { reason: "network", cause });
  }
}

/** What a refusal says: JSON (RFC 6749, section 5.2), or plain text. */
function refusal(status: number, body: string): OAuthError {
  const { error, error_description } = parseObject(body);
  const code = typeof error === "string" ? error : undefined;
  const description = typeof error_description === "string" ? error_description : undefined;
  const why = description ?? code ?? body.slice(0, 200);
  const message = `The token request was refused with status ${status}${why === "" ? "" : `: ${why}`}`;
  return new OAuthError(message, { reason: "refused", error: code, description, status, body });
}

function secretsIn(form: URLSearchParams): (string | null)[] {
  return ["code", "code_verifier", "refresh_token"].map((name) => form.get(name));
}

/** The text of a service, which may quote the request, fit for logs. */
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
