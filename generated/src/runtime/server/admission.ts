import { badCall } from "./bad-call.js";
import type { Binding } from "../routes/binding.js";
import { kindOf } from "./caller.js";
import { Refusal } from "./refusal.js";
import type { ServedRoute } from "./served-route.js";
import { authenticationRequest, challenge, selectionOf, selectionProblem, type Selection } from "./authentication.js";
import type { ServerOptions } from "./options.js";
import { textReply, withHeaders, type ServerReply } from "./reply.js";
import type { ServerRequest } from "./request.js";

/** Who is let in. */
export interface Admission<Context> {
  /** Undefined only for routes that can be called without authentication. */
  readonly context: Context | undefined;
  readonly selection: Selection;
}

/**
 * Finds out who calls, and whether they may call this route: credentials, their kind, whom they act as, permission
 * . Throws a {@link Refusal}, and what `authenticate` throws.
 */
export async function admit<Context>(
  binding: Binding,
  options: ServerOptions<Context>,
  called: ServedRoute,
  request: ServerRequest,
  query: string,
): Promise<Admission<Context>> {
  const { route, kinds, permission } = called;
  const selection = selectionOf(called, request);
  const problem = selectionProblem(binding, route, kinds, selection);
  const accepted = problem === undefined ? selection : { user: undefined, admin: undefined };
  const asked = authenticationRequest(request, query, route, kinds, permission, accepted);
  const context = somebody(await options.authenticate(asked));
  if (context === undefined && !kinds.includes("noauth")) {
    throw missingCredentials(called);
  }
  checkKind(called, kindOf(context));
  if (problem !== undefined) {
    throw badCall(route, problem);
  }
  if (context !== undefined && permission !== undefined && options.hasPermission !== undefined) {
    if (!(await options.hasPermission(context, permission, route))) {
      throw badCall(route, `the app needs the permission ${JSON.stringify(permission)}`); // N-07
    }
  }
  return { context, selection };
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

/** Refuses a token of the wrong kind (N-08). Who needs none may have any. */
function checkKind({ route, kinds }: ServedRoute, kind: string | undefined): void {
  if (kind !== undefined && kinds.length > 0 && !kinds.includes(kind) && !kinds.includes("noauth")) {
    throw badCall(route, `the credentials are for ${JSON.stringify(kind)}, the function is for ${kinds.join(", ")}`);
  }
}
