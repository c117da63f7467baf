import type { Backend } from "../backend.js";
import { addApp } from "./add-app.js";
import { addTeam } from "./add-team.js";
import { listInvitations } from "./invitations.js";
import { UsageError } from "./usage.js";

/** Runs a command of the operator. Returns the text to print. Throws a {@link UsageError} if the command is not possible. */
export async function runCommand(
  backend: Backend,
  [command = "", ...args]: readonly string[],
  url: string,
): Promise<string> {
  switch (command) {
    case "add-app":
      return addApp(backend, args);
    case "add-team":
      return addTeam(backend, args, url);
    case "invitations":
      return listInvitations(backend, url);
    default:
      throw new UsageError(
        `Unknown command ${JSON.stringify(command)}. The commands are add-app, add-team, invitations, migrate and help.`,
      );
  }
}
