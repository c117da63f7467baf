import type { Backend } from "../backend.js";
import { addApp } from "./add-app.js";
import { addTeam } from "./add-team.js";
import { exportAuditTrail } from "./audit.js";
import { backUpTo, verify } from "./backup.js";
import { listInvitations } from "./invitations.js";
import { removePasskeys } from "./remove-passkeys.js";
import { resetPasswordLink } from "./reset-password.js";
import { listOrRevokeTokens } from "./tokens.js";
import { UsageError } from "./usage.js";

/** Runs an operator's command. Yields the text to print. Throws a {@link UsageError} if the command is not possible. */
export async function* runCommand(
  backend: Backend,
  [command = "", ...args]: readonly string[],
  url: string,
): AsyncGenerator<string, void> {
  switch (command) {
    case "add-app":
      yield await addApp(backend, args);
      break;
    case "add-team":
      yield await addTeam(backend, args, url);
      break;
    case "audit":
      yield* exportAuditTrail(backend, args);
      break;
    case "backup":
      yield await backUpTo(backend, args);
      break;
    case "verify":
      yield await verify(backend);
      break;
    case "invitations":
      yield await listInvitations(backend, url);
      break;
    case "remove-passkeys":
      yield await removePasskeys(backend, args);
      break;
    case "reset-password":
      yield await resetPasswordLink(backend, args, url);
      break;
    case "tokens":
      yield await listOrRevokeTokens(backend, args);
      break;
    default:
      throw new UsageError(
        `Unknown command ${JSON.stringify(command)}. The commands are add-app, add-team, audit, backup, invitations, migrate, remove-passkeys, reset-password, restore, tokens, verify and help.`,
      );
  }
}
