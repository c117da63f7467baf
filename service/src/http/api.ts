import type { RouteInfo } from "cloud-storage-api";
import { badCall, createHandler, rateLimited, Refusal, type Handler } from "cloud-storage-api/server";
import type { Logger } from "pino";
import { toActor, type Actor } from "../access/audit.js";
import { authenticate } from "../access/authenticate.js";
import type { Caller } from "../access/caller.js";
import { keyOwner, replyStore } from "../access/replies.js";
import { authHandlers } from "../auth.js";
import type { Backend } from "../backend.js";
import { describeTextProblem, hasWaitedTooLong } from "../database/database.js";
import { filesHandlers } from "../files/handlers.js";
import { teamHandlers } from "../team/handlers.js";
import { isUnavailable } from "./health.js";
import type { Metrics } from "./metrics.js";

/** The maximum content of one call, in bytes. Larger files are uploaded in chunks. */
const largestPiece = 150 * 1024 * 1024;

/** Returns the handler of the API. */
export function apiHandler(backend: Backend, metrics: Metrics | undefined): Handler {
  const { log, settings } = backend;
  return createHandler<Caller>({
    maxUploadBytes: largestPiece,
    bodyTimeoutMs: settings.bodyTimeout,
    authenticate: (request) => authenticate(backend, request),
    idempotency: { store: replyStore(backend.database, backend.clock), caller: keyOwner },
    ...(metrics && { around: metrics.around }),
    hasPermission: ({ app }, permission) => app.permissions.includes(permission),
    refusalFor: (thrown, route) => toRefusal(thrown, route, log),
    onError(error, { route, requestId }) {
      log.error({ err: error, route: route.path, requestId }, "call failed");
    },
    onReply({ route, method, status, durationMs, caller, arg, errorPath, requestId }) {
      if (log.isLevelEnabled("info")) {
        // Secret fields of the argument are omitted and personal ones are hashed, according to the specification.
        const by = identify(caller());
        log.info(
          { route: route?.path, method, status, milliseconds: durationMs, by, arg: arg(), errorPath, requestId },
          "call",
        );
      }
    },
    // The API uses no cookies, so pages of any origin may call it with a token (B-014).
    allowedOrigins: "*",
    auth: authHandlers(backend),
    files: filesHandlers(backend),
    team: teamHandlers(backend),
  });
}

/** Returns the ids of the calling account and app; undefined if the call was not authenticated. */
function identify(caller: Caller | undefined): Pick<Actor, "account" | "app"> | undefined {
  if (caller === undefined) {
    return undefined;
  }
  const { account, app } = toActor(caller);
  return { account, app };
}

/** Returns the refusal for an error that is not an internal error of the service; undefined for internal errors. */
function toRefusal(thrown: unknown, route: RouteInfo, log: Logger): Refusal | undefined {
  if (isUnavailable(thrown)) {
    log.warn({ err: thrown, route: route.path }, "unavailable");
    return serviceUnavailable();
  }
  if (hasWaitedTooLong(thrown)) {
    return rateLimited(1, "too_many_write_operations"); // other writes to the same storage are in progress (B-248)
  }
  const fault = describeTextProblem(thrown);
  return fault === undefined ? undefined : badCall(route, fault);
}

/** Returns the refusal of a call that had no effect and can be retried. */
function serviceUnavailable(): Refusal {
  const message = "The service is unavailable. Please try again.";
  const headers = { "Content-Type": "text/plain; charset=utf-8", "Retry-After": "1" };
  return new Refusal(message, { status: 503, headers, body: message });
}
