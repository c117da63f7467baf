/** The service, and the credentials of the console's app. */
interface Client {
  readonly serviceUrl: string;
  readonly appKey: string;
  readonly appSecret: string;
}

/**
 * Revokes a token of the console's app (RFC 7009). `endsSession` also logs the administrator out of the service, in the
 * browser in which they granted access: otherwise the next log-in would not require a password. Rejects if the service does
 * not confirm the revocation.
 */
export async function revokeToken(
  { serviceUrl, appKey, appSecret }: Client,
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
