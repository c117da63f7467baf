/**
 * Forwards a call of the page to the service, with the team token. Returns the response with the headers that the page's client
 * reads; undefined if the service cannot be reached.
 */
export async function forwardCall(
  request: Request,
  url: string,
  teamToken: string,
): Promise<{ readonly answer: Response; readonly headers: Record<string, string> } | undefined> {
  const origin = request.headers.get("Origin");
  const answer = await fetch(url, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${teamToken}`,
      "Content-Type": request.headers.get("Content-Type") ?? "application/json",
      ...(origin !== null && { Origin: origin }),
    },
    body: await request.arrayBuffer(),
  }).catch(() => undefined);
  if (answer === undefined) {
    return undefined;
  }
  const headers: Record<string, string> = {
    "Content-Type": answer.headers.get("Content-Type") ?? "text/plain",
    "Cache-Control": "no-store",
  };
  const retryAfter = answer.headers.get("Retry-After");
  if (retryAfter !== null) {
    headers["Retry-After"] = retryAfter; // how long the client waits
  }
  return { answer, headers };
}

/** The administrator who granted the console access. */
export interface Administrator {
  readonly name: string;
  readonly email: string;
}

/** The state of a token, according to the service. */
interface TokenState {
  readonly isActive: boolean;
  /** Who approved it; undefined if the service does not report it. For display only, because the service authorizes each call. */
  readonly administrator: Administrator | undefined;
  /**
   * When they have last logged in or confirmed their identity, in milliseconds since 1970; undefined if their session has
   * ended.
   */
  readonly authenticated: number | undefined;
}

/** The service, and the credentials of the console's app. */
interface ConsoleApp {
  readonly serviceUrl: string;
  readonly appKey: string;
  readonly appSecret: string;
}

/** Asks the service about a token (RFC 7662). Rejects if it does not respond. */
export async function inspectToken({ serviceUrl, appKey, appSecret }: ConsoleApp, token: string): Promise<TokenState> {
  const body = new URLSearchParams({ client_id: appKey, client_secret: appSecret, token });
  const response = await fetch(`${serviceUrl}/oauth2/introspect`, { method: "POST", body });
  if (!response.ok) {
    throw new Error(`The service answered ${response.status} to a question about a token.`);
  }
  const { active, username, name, auth_time } = (await response.json()) as {
    readonly active?: unknown;
    readonly username?: unknown;
    readonly name?: unknown;
    readonly auth_time?: unknown;
  };
  const isKnown = typeof username === "string" && typeof name === "string";
  return {
    isActive: active === true,
    administrator: isKnown ? { name, email: username } : undefined,
    authenticated: typeof auth_time === "number" ? auth_time * 1000 : undefined,
  };
}

/**
 * Revokes a token of the console's app (RFC 7009). `endsSession` also logs the administrator out of the service, in the
 * browser in which they granted access: otherwise the next log-in would not require a password. Rejects if the service does
 * not confirm the revocation.
 */
export async function revokeToken(
  { serviceUrl, appKey, appSecret }: ConsoleApp,
  token: string,
  { endsSession = false } = {},
): Promise<void> {
  const body = new URLSearchParams({ client_id: appKey, client_secret: appSecret, token });
  if (endsSession) {
    body.set("end_session", "true");
  }
  const { ok, status } = await fetch(`${serviceUrl}/oauth2/revoke`, { method: "POST", body });
  if (!ok) {
    throw new Error(`The service answered ${status} to the revocation of a token.`);
  }
}

/**
 * The console only retries calls after short pauses. If the service requests a longer pause with `Retry-After`, the console
 * tells the administrator how long to wait, instead of appearing to hang.
 */
export const retryPolicy = { maxPauseMs: 3_000 } as const;
