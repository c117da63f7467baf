import type { Context, MiddlewareHandler } from "hono";
import { findApp, isRedirectUri, type RegisteredApp } from "../access/app.js";
import type { Backend } from "../backend.js";
import type { PageEnvironment } from "../pages/session.js";

/** The request of an app that redirects a user to the authorization page. */
export interface AuthorizationRequest {
  readonly app: RegisteredApp;
  readonly target: AnswerTarget;
  /** The kind of account that must approve. */
  readonly requireRole: "work" | "personal" | undefined;
  readonly forceReapprove: boolean;
  readonly disableSignup: boolean;
  /** How long ago the user may have logged in, or confirmed their identity, in seconds (OpenID Connect Core, section 3.1.2.1). */
  readonly maxAge: number | undefined;
  /** The SHA-256 of the verifier that must be sent with the code (RFC 7636). */
  readonly codeChallenge: string | undefined;
}

const longestState = 500; // bytes

/** The value of a parameter; undefined if it is absent or empty, which is equivalent (RFC 6749, section 3.1). */
function readParameter(parameters: URLSearchParams, name: string): string | undefined {
  const value = parameters.get(name) ?? "";
  return value === "" ? undefined : value;
}

/** Returns the key of the app in a query. Throws an {@link AuthorizationError} unless there is exactly one. */
function readClientId(query: string): string {
  const keys = new URLSearchParams(query).getAll("client_id");
  const [key] = keys;
  if (key === undefined || keys.length > 1) {
    throw new AuthorizationError("invalid_request", "The parameter client_id must be given exactly once.");
  }
  return key;
}

/** Parses and validates the authorization request in a query string. Throws an {@link AuthorizationError} if it is invalid. */
function readRequest(query: string, app: RegisteredApp): AuthorizationRequest {
  const parameters = new URLSearchParams(query);
  const target = readTarget(query, parameters, app);
  const refuse = (description: string): never => {
    throw new AuthorizationError("invalid_request", description, target);
  };
  const choice = <Value extends string>(name: string, values: readonly Value[]): Value | undefined => {
    const value = readParameter(parameters, name);
    const match = values.find((each) => each === value);
    return value === undefined || match !== undefined ? match : refuse(`${name} must be ${values.join(" or ")}.`);
  };

  for (const name of new Set(parameters.keys())) {
    if (parameters.getAll(name).length > 1) {
      refuse("Parameters must not be repeated.");
    }
  }
  const responseType = readParameter(parameters, "response_type");
  if (responseType === undefined) {
    refuse("The parameter response_type is missing.");
  }
  if (responseType !== "code" && responseType !== "token") {
    throw new AuthorizationError("unsupported_response_type", "response_type must be code or token.", target);
  }
  if (responseType === "token" && !app.allows_token_flow) {
    throw new AuthorizationError("unauthorized_client", "This app must use response_type=code.", target);
  }
  if (countBytes(target.state ?? "") > longestState) {
    refuse(`The state has more than ${longestState} bytes.`);
  }
  return {
    app,
    target,
    requireRole: choice("require_role", ["work", "personal"]),
    forceReapprove: choice("force_reapprove", ["true", "false"]) === "true",
    disableSignup: choice("disable_signup", ["true", "false"]) === "true",
    maxAge: readMaxAge(parameters, refuse),
    codeChallenge: readChallenge(parameters, refuse),
  };
}

/** The target of the response. It is checked first, because even errors are sent only to a registered URL (B-062, B-063). */
function readTarget(query: string, parameters: URLSearchParams, app: RegisteredApp): AnswerTarget {
  const uris = parameters.getAll("redirect_uri").filter((uri) => uri !== "");
  const [redirectUri] = uris;
  const flow = parameters.get("response_type") === "token" ? "token" : "code";
  if (uris.length > 1) {
    throw new AuthorizationError("invalid_request", "The parameter redirect_uri must not be repeated.");
  }
  if (redirectUri === undefined && flow === "token") {
    throw new AuthorizationError("invalid_request", "The token flow requires the parameter redirect_uri.");
  }
  if (redirectUri !== undefined && !(app.redirect_uris.includes(redirectUri) && isRedirectUri(redirectUri))) {
    throw new AuthorizationError("invalid_request", "The redirect_uri is not registered for this app.");
  }
  return { redirectUri, flow, state: escapedState(query) };
}

function escapedState(query: string): string | undefined {
  const pair = query.split("&").find((each) => new URLSearchParams(each).has("state"));
  return pair?.replace(/^[^=]*=?/, "");
}

/** Returns the number of bytes that a percent-encoded string decodes to. */
function countBytes(escaped: string): number {
  return Buffer.byteLength(escaped.replaceAll(/%[\dA-F]{2}/gi, "."));
}

function readMaxAge(parameters: URLSearchParams, refuse: (description: string) => never): number | undefined {
  const digits = readParameter(parameters, "max_age");
  if (digits === undefined) {
    return undefined;
  }
  return /^\d{1,9}$/.test(digits) ? Number(digits) : refuse("max_age must be a number of seconds.");
}

function readChallenge(parameters: URLSearchParams, refuse: (description: string) => never): string | undefined {
  const challenge = readParameter(parameters, "code_challenge");
  if (challenge === undefined) {
    return undefined;
  }
  if (parameters.get("code_challenge_method") !== "S256") {
    return refuse("code_challenge_method must be S256.");
  }
  return /^[\w-]{43}$/.test(challenge) ? challenge : refuse("The code_challenge must be a SHA-256 hash in base64url.");
}

/** The target of the response to an authorization request. */
interface AnswerTarget {
  /** Undefined if the response is shown to the user instead. */
  readonly redirectUri: string | undefined;
  /** In the flow `token` the response is in the fragment of the URL, which servers never see. */
  readonly flow: "code" | "token";
  /** The state from the URL of the request, still escaped, so that it is returned byte for byte (B-067). */
  readonly state: string | undefined;
}

/** The error codes of OAuth that we use (RFC 6749, section 4.1.2.1; Q-12). */
type AuthorizationErrorCode = "invalid_request" | "unauthorized_client" | "access_denied" | "unsupported_response_type";

/** An app is not authorized. The error is sent to the app, or shown to the user if there is no trusted target. */
export class AuthorizationError extends Error {
  override readonly name = "AuthorizationError";
  readonly code: AuthorizationErrorCode;
  readonly target: AnswerTarget | undefined;

  constructor(code: AuthorizationErrorCode, description: string, target?: AnswerTarget) {
    super(description);
    this.code = code;
    this.target = target;
  }
}

/** The parameters of a response to an app. */
export type Answer = Readonly<Record<string, string | undefined>>;

/** Returns the URL that sends a response to an app. */
export function answerUrl(redirectUri: string, { flow, state }: AnswerTarget, answer: Answer): string {
  const parameters = Object.entries(answer).flatMap(([name, value]) =>
    value === undefined ? [] : `${name}=${encodeURIComponent(value)}`,
  );
  if (state !== undefined) {
    parameters.push(`state=${state}`);
  }
  const separator = flow === "token" ? "#" : redirectUri.includes("?") ? "&" : "?";
  return redirectUri + separator + parameters.join("&");
}

/** The context of the authorization pages. The request of the app is in the query of each page. */
export interface AuthorizeEnvironment extends PageEnvironment {
  Variables: PageEnvironment["Variables"] & { request: AuthorizationRequest };
}

export type AuthorizeContext = Context<AuthorizeEnvironment>;

/** Reads the request of an app. Throws an {@link AuthorizationError} if it is invalid. */
export function withRequest({ database }: Backend): MiddlewareHandler<AuthorizeEnvironment> {
  return async (context, next) => {
    const query = rawQuery(context).slice(1);
    const app = await findApp(database, readClientId(query));
    if (app === undefined) {
      throw new AuthorizationError("invalid_request", "There is no app with this client_id.");
    }
    context.set("request", readRequest(query, app));
    await next();
  };
}

/** Returns the URL of an authorization page, with the request of the app. */
export function pageUrl(
  context: AuthorizeContext,
  page: "" | "/log-in" | "/log-in/passkey" | "/sign-up" | "/log-out" = "",
): string {
  return `/oauth2/authorize${page}${rawQuery(context)}`;
}

/** Returns the query of a URL as it was sent, with its question mark. */
function rawQuery({ req }: AuthorizeContext): string {
  return new URL(req.url).search;
}
