import type { Binding } from "../routes/binding.js";
import {
  authenticationRequest,
  challenge,
  readSelection,
  selectionProblem,
  type AuthenticationRequest,
  type Selection,
} from "./authentication.js";
import type { ServerOptions } from "./options.js";
import { badCall, Refusal, withoutStack } from "./refusal.js";
import { textReply, withHeaders, type ServerReply } from "./reply.js";
import type { ServerRequest } from "./request.js";
import type { ServedRoute } from "./server-route.js";

/** The credentials of a request, and the member or administrator that it selects. */
export interface Credentials {
  /** The argument for `authenticate`. */
  readonly request: AuthenticationRequest;
  readonly selection: Selection;
  /** Why the selection is invalid; undefined if it is valid. */
  readonly problem: string | undefined;
}

/** Reads the credentials of a request. Throws a {@link Refusal} for ambiguous credentials. */
export function readCredentials(
  binding: Binding,
  called: ServedRoute,
  request: ServerRequest,
  query: string,
): Credentials {
  const { route, kinds, permission } = called;
  const selection = readSelection(called.selectHeaders, request);
  const problem = selectionProblem(binding, route, kinds, selection);
  const accepted = problem === undefined ? selection : { user: undefined, admin: undefined };
  return { request: authenticationRequest(request, query, route, kinds, permission, accepted), selection, problem };
}

/**
 * Returns the context from `authenticate` if it may call the route; undefined only for routes that need no authentication.
 * Checks the credentials, the selection and the kind, in this order for every call. Throws a {@link Refusal}.
 */
export function authorize<Context>(
  called: ServedRoute,
  { request, problem }: Credentials,
  authenticated: Context | undefined,
): Context | undefined {
  const context = normalizeContext(authenticated);
  if (context === undefined && !called.kinds.includes("noauth")) {
    throw isWithout(request) ? missingCredentials(called) : refusedCredentials(called);
  }
  if (problem !== undefined) {
    throw badCall(called.route, problem);
  }
  checkKind(called, contextKind(context));
  return context;
}

/** Throws a {@link Refusal} if the caller's app lacks the permission that the route needs. */
export async function checkPermission<Context>(
  options: ServerOptions<Context>,
  { route, permission }: ServedRoute,
  context: Context,
): Promise<void> {
  if (permission !== undefined && options.hasPermission !== undefined) {
    if (!(await options.hasPermission(context, permission, route))) {
      throw badCall(route, `the app needs the permission ${JSON.stringify(permission)}`);
    }
  }
}

/** Returns undefined for null and false, which untyped code may return and which must not count as a caller. */
function normalizeContext<Context>(context: Context | undefined): Context | undefined {
  return context === null || context === false ? undefined : context;
}

/** A reply with status 401 and the required challenge. */
export function withChallenge(reply: ServerReply, called: ServedRoute): ServerReply {
  return withHeaders(reply, { "WWW-Authenticate": challenge(called.kinds) });
}

function isWithout({ token, app }: AuthenticationRequest): boolean {
  return token === undefined && app === undefined;
}

function missingCredentials({ route, kinds }: ServedRoute): Refusal {
  const needed = kinds.length === 0 ? "" : ` for: ${kinds.join(", ")}`;
  return unauthenticated(`"${route.path}" needs valid credentials${needed}`);
}

function refusedCredentials({ route }: ServedRoute): Refusal {
  return unauthenticated(
    `The credentials are not valid, have expired or were revoked, and "${route.path}" needs valid ones`,
  );
}

function unauthenticated(text: string): Refusal {
  return withoutStack(() => new Refusal("unauthorized", textReply(401, text)));
}

/** Throws a {@link Refusal} for a token of the wrong kind. A route that needs no token accepts any kind. */
function checkKind({ route, kinds }: ServedRoute, kind: string | undefined): void {
  if (kind !== undefined && kinds.length > 0 && !kinds.includes(kind) && !kinds.includes("noauth")) {
    throw badCall(route, `the credentials are for ${JSON.stringify(kind)}, the function is for ${kinds.join(", ")}`);
  }
}

/**
 * The caller of a route that accepts these kinds of authentication: the matching members of the union `Context`,
 * which `kind` discriminates (`"user"`, `"team"`, `"app"`). A context without a `kind` is unchanged.
 */
export type Caller<Context, Kinds extends string> = Context extends { readonly kind: infer Kind }
  ? string extends Kind
    ? Context
    : [Extract<Kind, Kinds>] extends [never]
      ? never
      : Context
  : Context;

/** Returns the kind of a context; undefined if it has none. */
export function contextKind(context: unknown): string | undefined {
  if (typeof context !== "object" || context === null || !("kind" in context)) {
    return undefined;
  }
  return typeof context.kind === "string" ? context.kind : undefined;
}
