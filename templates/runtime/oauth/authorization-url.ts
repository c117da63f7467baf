import { utf8 } from "../text/bytes.js";
import { checkOptionNames } from "../codecs/options.js";

export interface AuthorizationUrlOptions {
  /** The URL of the page where users grant access. */
  readonly authorizeUrl: string;
  /** The key of the app. */
  readonly clientId: string;
  /**
   * `code`, the default, redirects with a code for `exchangeCode`. `token` redirects with a token in the fragment, for
   * apps that have neither a server nor PKCE (RFC 9700, section 2.1.2).
   */
  readonly responseType?: "code" | "token" | undefined;
  /**
   * The redirect URI, which must equal one that the app has registered. Required for the token flow. Without it, users are
   * shown the code and copy it by hand.
   */
  readonly redirectUri?: string | undefined;
  /** A string that the redirect repeats: the result of `createState`, or your own string of at most 500 bytes. */
  readonly state?: string | undefined;
  /** The challenge that `createPkce` returned, for the code flow. */
  readonly codeChallenge?: string | undefined;
  /** The permissions to request, such as `["files.metadata.read"]`; by default all permissions that the app has registered. */
  readonly scope?: readonly string[] | undefined;
  /** Only for the code flow: `offline` requests a refresh token in addition to the access token, `online` does not. */
  readonly tokenAccessType?: "offline" | "online" | undefined;
  /** The requested kind of account. Verify it afterwards: users can change this URL. */
  readonly requireRole?: "work" | "personal" | undefined;
  /** Whether users are asked again if they have already granted access. */
  readonly forceReapprove?: boolean | undefined;
  /** Whether the page does not offer to sign up. */
  readonly disableSignup?: boolean | undefined;
  /** Additional parameters, such as `locale`. */
  readonly parameters?: Readonly<Record<string, string>> | undefined;
}

const authorizationOptions: readonly (keyof AuthorizationUrlOptions)[] = [
  "authorizeUrl",
  "clientId",
  "responseType",
  "redirectUri",
  "state",
  "codeChallenge",
  "scope",
  "tokenAccessType",
  "requireRole",
  "forceReapprove",
  "disableSignup",
  "parameters",
];

/**
 * Returns the URL of the page where a user grants access. Redirect the browser to it. OAuth does not authenticate the user:
 * do not use it to log users in. Throws a TypeError for unknown or conflicting options, and without a `clientId`.
 */
export function authorizationUrl(options: AuthorizationUrlOptions): string {
  checkOptionNames(options, authorizationOptions);
  checkClientId(options);
  const { authorizeUrl, responseType = "code", redirectUri, state, codeChallenge, parameters = {} } = options;
  if (responseType === "token" && redirectUri === undefined) {
    throw new TypeError("The token flow requires a redirectUri");
  }
  if (utf8(state ?? "").length > 500) {
    throw new TypeError("The state is longer than 500 bytes");
  }
  const ours = {
    response_type: responseType,
    client_id: options.clientId,
    redirect_uri: redirectUri,
    state,
    code_challenge: codeChallenge,
    code_challenge_method: codeChallenge === undefined ? undefined : "S256",
    scope: options.scope?.join(" "),
    token_access_type: responseType === "code" ? options.tokenAccessType : undefined,
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

/** `Options`, of which the option `Name` may be omitted because it has a default. */
export type WithDefault<Options, Name extends keyof Options> = Omit<Options, Name> & {
  readonly [Default in Name]?: Options[Default] | undefined;
};

/** Throws a TypeError for an empty `clientId`, which often is an environment variable that is not set. */
export function checkClientId({ clientId }: { readonly clientId: string }): void {
  if (!clientId) {
    throw new TypeError("The clientId is empty");
  }
}
