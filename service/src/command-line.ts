import type { Settings } from "./settings.js";
import { sendCommand } from "./operator/channel.js";

/**
 * Runs a command on the data of these settings: through the service that is running on them, or else on the database
 * itself. Returns the text to print. Throws a `UsageError` if the command is not possible.
 */
export async function commandLine(settings: Settings, args: readonly string[]): Promise<string> {
  const url = settings.webUrl ?? `http://${settings.host}:${settings.port}`;
  const answer = settings.databaseUrl === undefined ? await sendCommand(settings.folder, args) : undefined;
  if (answer !== undefined) {
    return answer;
  }
  const [{ withBackend }, { runCommand }] = await Promise.all([
    import("./service.js"),
    import("./operator/run-command.js"),
  ]);
  return withBackend(settings, (backend) => runCommand(backend, args, url));
}
