/** Who granted the console access. */
export interface Administrator {
  readonly name: string;
  readonly email: string;
}

/** The service, and the credentials of the console's app. */
interface Client {
  readonly serviceUrl: string;
  readonly appKey: string;
  readonly appSecret: string;
}

/**
 * Asks the service who approved a token (RFC 7662). Undefined if it does not say. This is for display only: the service itself
 * authorizes each call by the token.
 */
export async function findAdministrator(
  { serviceUrl, appKey, appSecret }: Client,
  token: string,
): Promise<Administrator | undefined> {
  const body = new URLSearchParams({ client_id: appKey, client_secret: appSecret, token });
  const response = await fetch(`${serviceUrl}/oauth2/introspect`, { method: "POST", body });
  const { username, name } = (await response.json()) as { readonly username?: unknown; readonly name?: unknown };
  return typeof username === "string" && typeof name === "string" ? { name, email: username } : undefined;
}
