/** Where the answer to a request for authorization goes. */
export interface AnswerTarget {
  /** Undefined where the answer is shown to the person instead. */
  readonly redirectUri: string | undefined;
  /** In the flow `token` the answer goes into the fragment of the URL, which servers never see. */
  readonly flow: "code" | "token";
  /** As it stands in the URL of the request, with its escapes, so that it comes back byte for byte (B-067). */
  readonly state: string | undefined;
}

/** The error codes of OAuth that we use (RFC 6749, section 4.1.2.1; Q-12). */
export type AuthorizationErrorCode =
  "invalid_request" | "unauthorized_client" | "access_denied" | "unsupported_response_type";

/** An app is not authorized. The app is told, or, if we do not know a target that we can trust, only the person. */
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

/** What an app is told, by the names of parameters. */
export type Answer = Readonly<Record<string, string | undefined>>;

/** The URL that brings an answer to an app. */
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
