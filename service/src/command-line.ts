import type { Settings } from "./settings.js";
import { sendCommand } from "./operator/channel.js";
import { readOptions } from "./operator/usage.js";

/**
 * Runs a command on the data of these settings: through the service that is running on them, or else on the database
 * itself. Yields the text to print. Throws a `UsageError` if the command is not possible.
 */
export async function* commandLine(settings: Settings, args: readonly string[]): AsyncGenerator<string, void> {
  if (args[0] === "migrate") {
    yield await runMigrations(settings, args.slice(1));
    return;
  }
  const url = settings.webUrl ?? `http://${settings.host}:${settings.port}`;
  const answer = settings.databaseUrl === undefined ? await sendCommand(settings.folder, args) : undefined;
  if (answer !== undefined) {
    yield* answer;
    return;
  }
  const [{ openBackend }, { runCommand }] = await Promise.all([
    import("./service.js"),
    import("./operator/run-command.js"),
  ]);
  const { backend, close } = await openBackend(settings);
  try {
    yield* runCommand(backend, args, url);
  } finally {
    await close();
  }
}

/** Brings the database up to date as a start would, or prints what it would do. */
async function runMigrations(settings: Settings, args: readonly string[]): Promise<string> {
  const { "dry-run": isDryRun } = readOptions(args, { "dry-run": { type: "boolean", default: false } });
  const { migrateData } = await import("./service.js");
  const names = await migrateData(settings, isDryRun);
  if (names.length === 0) {
    return "The database is up to date.\n";
  }
  return `${isDryRun ? "These migrations would run" : "These migrations have run"}:\n\n${names.map((name) => `  ${name}\n`).join("")}`;
}
