/** The target of the response to an authorization request. */
export interface AnswerTarget {
  /** Undefined if the response is shown to the user instead. */
  readonly redirectUri: string | undefined;
  /** In the flow `token` the response is in the fragment of the URL, which servers never see. */
  readonly flow: "code" | "token";
  /** The state from the URL of the request, still escaped, so that it is returned byte for byte (B-067). */
  readonly state: string | undefined;
}

/** The error codes of OAuth that we use (RFC 6749, section 4.1.2.1; Q-12). */
export type AuthorizationErrorCode =
  "invalid_request" | "unauthorized_client" | "access_denied" | "unsupported_response_type";

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
