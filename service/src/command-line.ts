import { withBackend } from "./service.js";
import type { Settings } from "./settings.js";
import { sendCommand } from "./operator/channel.js";
import { runCommand } from "./operator/run-command.js";

/**
 * Runs a command on the data of these settings: through the service that is running on them, or else on the database
 * itself. Returns the text to print. Throws a `UsageError` if the command is not possible.
 */
export async function commandLine(settings: Settings, args: readonly string[]): Promise<string> {
  const url = settings.webUrl ?? `http://${settings.host}:${settings.port}`;
  const answer = settings.databaseUrl === undefined ? await sendCommand(settings.folder, args) : undefined;
  return answer ?? withBackend(settings, (backend) => runCommand(backend, args, url));
}
