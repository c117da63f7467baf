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
interface Client {
  readonly serviceUrl: string;
  readonly appKey: string;
  readonly appSecret: string;
}

/** Asks the service about a token (RFC 7662). Rejects if it does not respond. */
export async function inspectToken({ serviceUrl, appKey, appSecret }: Client, token: string): Promise<TokenState> {
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
