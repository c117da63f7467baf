import type { Logger } from "pino";
import type { Caller } from "./caller.js";

/** Security events that are logged besides calls, because they change what people may do. */
export type AuditEvent =
  | "log-in"
  | "log-in refused"
  | "log-out"
  | "sign-up"
  | "consent"
  | "consent refused"
  | "token revoked"
  | "invitation accepted"
  | "role changed"
  | "member suspended"
  | "member unsuspended"
  | "member removed"
  | "member recovered";

/** Who did it: ids only, no names. */
export interface Actor {
  /** The account, where it is known. */
  readonly account?: string | undefined;
  /** The key of the app through which it was done. */
  readonly app?: string | undefined;
}

/** Logs an event with its actor. Personal data, such as emails, must be hashed by the caller. */
export function audit(
  log: Logger,
  event: AuditEvent,
  actor: Actor,
  details: Readonly<Record<string, unknown>> = {},
): void {
  log.info({ event, actor, ...details }, "audit");
}

/** The actor for a caller: for an app of a team, the administrator who approved it. */
export function toActor(caller: Caller): Actor {
  switch (caller.kind) {
    case "user":
      return { account: caller.accountId, app: caller.app.key };
    case "team":
      return { account: caller.approvedBy, app: caller.app.key };
    case "app":
      return { app: caller.app.key };
  }
}
