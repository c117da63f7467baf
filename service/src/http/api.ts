import type { RouteInfo } from "cloud-storage-api";
import { badCall, createHandler, rateLimited, type Handler, type Refusal } from "cloud-storage-api/server";
import { authenticate } from "../access/authenticate.js";
import type { Caller } from "../access/caller.js";
import { authHandlers } from "../auth/handlers.js";
import type { Backend } from "../backend.js";
import { describeTextProblem, hasWaitedTooLong } from "../database/database.js";
import { filesHandlers } from "../files/handlers.js";
import { teamHandlers } from "../team/handlers.js";

/** The largest content of one call, in bytes; what is larger is uploaded in pieces. */
const largestPiece = 150 * 1024 * 1024;

/** The handler of the API. */
export function apiHandler(backend: Backend): Handler {
  const { log } = backend;
  return createHandler<Caller>({
    maxUploadBytes: largestPiece,
    authenticate: (request) => authenticate(backend, request),
    hasPermission: ({ app }, permission) => app.permissions.includes(permission),
    refusalFor: toRefusal,
    onError(error, { route, requestId }) {
      log.error({ err: error, route: route.path, requestId }, "call failed");
    },
    onReply({ route, method, status, milliseconds, arg, errorPath, requestId }) {
      if (log.isLevelEnabled("info")) {
        // What is secret in the argument is left out, and what is personal is hashed, as the specification says.
        log.info({ route: route?.path, method, status, milliseconds, arg: arg(), errorPath, requestId }, "call");
      }
    },
    // There are no cookies here, so pages of any origin may call with a token of theirs (B-014).
    allowedOrigins: "*",
    auth: authHandlers(backend),
    files: filesHandlers(backend),
    team: teamHandlers(backend),
  });
}

/** What is answered where the database could not do something, if that is not a failure of the service. */
function toRefusal(thrown: unknown, route: RouteInfo): Refusal | undefined {
  if (hasWaitedTooLong(thrown)) {
    return rateLimited(1, "too_many_write_operations"); // others write into the same storage (B-248)
  }
  const fault = describeTextProblem(thrown);
  return fault === undefined ? undefined : badCall(route, fault);
}
