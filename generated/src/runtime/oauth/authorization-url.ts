export interface AuthorizationUrlOptions {
  /** The page on which users grant access. */
  readonly authorizeUrl: string;
  /** The key of the app. */
  readonly clientId: string;
  /**
   * `code`, the default, redirects with a code for `exchangeCode`; `token` with a token in the fragment, which is for
   * apps that have no server and no PKCE (RFC 9700, section 2.1.2).
   */
  readonly responseType?: "code" | "token" | undefined;
  /**
   * Where the answer goes: exactly a URI that the app has registered. The token flow needs it. Without one, users are
   * shown the code, to be copied by hand.
   */
  readonly redirectUri?: string | undefined;
  /** Comes back with the redirect: that of `createState`, or a text of at most 500 bytes of your own. */
  readonly state?: string | undefined;
  /** That of `createPkce`, in the code flow. */
  readonly codeChallenge?: string | undefined;
  /** The kind of account that is wanted. Verify it afterwards: users can change this URL. */
  readonly requireRole?: "work" | "personal" | undefined;
  /** Ask users who have granted access before, too. */
  readonly forceReapprove?: boolean | undefined;
  /** Do not offer to sign up. */
  readonly disableSignup?: boolean | undefined;
  /** Further parameters, such as `scope` or `token_access_type`. */
  readonly parameters?: Readonly<Record<string, string>> | undefined;
}

/**
 * The URL of the page that asks a user for access; send the browser there. Who grants access is not thereby identified:
 * OAuth must not be used to log users in. Throws a TypeError for options that do not go together.
 */
export function authorizationUrl(options: AuthorizationUrlOptions): string {
  const { authorizeUrl, responseType = "code", redirectUri, state, codeChallenge, parameters = {} } = options;
  if (responseType === "token" && redirectUri === undefined) {
    throw new TypeError("The token flow needs a redirectUri");
  }
  if (new TextEncoder().encode(state).length > 500) {
    throw new TypeError("The state has more than 500 bytes");
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
      throw new TypeError(`The parameter ${name} has an option of its own`);
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
