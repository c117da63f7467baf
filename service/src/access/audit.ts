import type { Logger } from "pino";
import type { Caller } from "./caller.js";

/** What is logged besides calls, because it decides who may do what. */
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

/** Logs an event with its actor. What personal data there are, such as emails, must be hashed before. */
export function audit(
  log: Logger,
  event: AuditEvent,
  actor: Actor,
  details: Readonly<Record<string, unknown>> = {},
): void {
  log.info({ event, actor, ...details }, "audit");
}

/** A caller as an actor; for an app of a team that is the administrator who approved it. */
export function actorOf(caller: Caller): Actor {
  switch (caller.kind) {
    case "user":
      return { account: caller.accountId, app: caller.app.key };
    case "team":
      return { account: caller.approvedBy, app: caller.app.key };
    case "app":
      return { app: caller.app.key };
  }
}
