const ownMachine = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Returns whether a redirect URI may be registered: a secure URL without a user name and password, which browsers would receive. */
export function isRedirectUri(text: string): boolean {
  if (!isSecureUrl(text)) {
    return false;
  }
  const { username, password } = new URL(text);
  return username === "" && password === "";
}

/**
 * Returns whether a URL may be registered. It must use HTTPS, except on the developer's own machine (B-064), and must not have a
 * fragment (RFC 6749, section 3.1.2).
 */
export function isSecureUrl(text: string): boolean {
  if (!/^[\x21-\x7e]+$/.test(text) || text.includes("#") || !URL.canParse(text)) {
    return false;
  }
  const { protocol, hostname } = new URL(text);
  return protocol === "https:" || (protocol === "http:" && ownMachine.has(hostname));
}
