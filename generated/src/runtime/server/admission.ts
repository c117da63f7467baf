import { badCall } from "./bad-call.js";
import type { Binding } from "../routes/binding.js";
import { kindOf } from "./caller.js";
import { Refusal } from "./refusal.js";
import type { ServedRoute } from "./served-route.js";
import {
  authenticationRequest,
  challenge,
  selectionOf,
  selectionProblem,
  type AuthenticationRequest,
  type Selection,
} from "./authentication.js";
import type { ServerOptions } from "./options.js";
import { textReply, withHeaders, type ServerReply } from "./reply.js";
import type { ServerRequest } from "./request.js";

/** Somebody who wants to be let in. */
export interface Applicant {
  /** What `authenticate` is to decide by. */
  readonly asked: AuthenticationRequest;
  readonly selection: Selection;
  /** Why nobody can be selected in this way; undefined if it is right. */
  readonly problem: string | undefined;
}

/** What a request says of its caller. Throws a {@link Refusal} for credentials that could be two callers'. */
export function applicantOf(binding: Binding, called: ServedRoute, request: ServerRequest, query: string): Applicant {
  const { route, kinds, permission } = called;
  const selection = selectionOf(called, request);
  const problem = selectionProblem(binding, route, kinds, selection);
  const accepted = problem === undefined ? selection : { user: undefined, admin: undefined };
  return { asked: authenticationRequest(request, query, route, kinds, permission, accepted), selection, problem };
}

/**
 * Whom `authenticate` has found, if they may call this route: credentials, whom they act as, their kind, in this order
 * for every call. Undefined only for routes that can be called without authentication. Throws a {@link Refusal}.
 */
export function admitted<Context>(
  called: ServedRoute,
  { problem }: Applicant,
  found: Context | undefined,
): Context | undefined {
  const context = somebody(found);
  if (context === undefined && !called.kinds.includes("noauth")) {
    throw missingCredentials(called);
  }
  if (problem !== undefined) {
    throw badCall(called.route, problem);
  }
  checkKind(called, kindOf(context));
  return context;
}

/** Throws a {@link Refusal} if the route needs a permission that the caller's app does not have. */
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

/** Where types are not heeded, null from a database, or a comparison that failed, must not pass for a caller. */
function somebody<Context>(context: Context | undefined): Context | undefined {
  return context === null || context === false ? undefined : context;
}

/** A reply with status 401 as the rules ask for it. */
export function challenged(reply: ServerReply, called: ServedRoute): ServerReply {
  return withHeaders(reply, { "WWW-Authenticate": challenge(called.kinds) });
}

function missingCredentials({ route, kinds }: ServedRoute): Refusal {
  const needed = kinds.length === 0 ? "" : ` for: ${kinds.join(", ")}`;
  return new Refusal("unauthorized", textReply(401, `"${route.path}" needs valid credentials${needed}`));
}

/** Refuses a token of the wrong kind. A route that needs no token accepts any kind. */
function checkKind({ route, kinds }: ServedRoute, kind: string | undefined): void {
  if (kind !== undefined && kinds.length > 0 && !kinds.includes(kind) && !kinds.includes("noauth")) {
    throw badCall(route, `the credentials are for ${JSON.stringify(kind)}, the function is for ${kinds.join(", ")}`);
  }
}
