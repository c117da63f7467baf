import { resolve } from "node:path";
import type { Settings } from "./settings.js";
import { sendCommand } from "./operator/channel.js";
import { readOptions, UsageError } from "./operator/usage.js";

/**
 * Runs a command on the data that the settings name: through the service if it is running, otherwise directly on the database.
 * Yields the text to print. Throws a `UsageError` if the command is not possible.
 */
export async function* commandLine(settings: Settings, args: readonly string[]): AsyncGenerator<string, void> {
  if (args[0] === "migrate") {
    yield await runMigrations(settings, args.slice(1));
    return;
  }
  if (args[0] === "restore") {
    yield await runRestore(settings, args.slice(1));
    return;
  }
  const [command = "", folder] = args;
  const sent = command === "backup" && folder !== undefined ? [command, resolve(folder), ...args.slice(2)] : args;
  const url = settings.webUrl ?? `http://${settings.host}:${settings.port}`;
  const answer = settings.databaseUrl === undefined ? await sendCommand(settings.folder, sent) : undefined;
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
    yield* runCommand(backend, sent, url);
  } finally {
    await close();
  }
}

/** Runs the pending migrations, as a start of the service would, or only lists them. Returns the text to print. */
async function runMigrations(settings: Settings, args: readonly string[]): Promise<string> {
  const { "dry-run": isDryRun } = readOptions(args, { "dry-run": { type: "boolean", default: false } });
  const { migrateData } = await import("./service.js");
  const names = await migrateData(settings, isDryRun);
  if (names.length === 0) {
    return "The database is up to date.\n";
  }
  return `${isDryRun ? "These migrations would run" : "These migrations have run"}:\n\n${names.map((name) => `  ${name}\n`).join("")}`;
}

/** Restores a backup. Returns the text to print. */
async function runRestore(settings: Settings, [folder, ...others]: readonly string[]): Promise<string> {
  if (folder === undefined || others.length > 0) {
    throw new UsageError('Name the folder of one backup, such as "restore /backups/files".');
  }
  const { restoreData } = await import("./service.js");
  const contents = await restoreData(settings, resolve(folder));
  return `The database and ${contents} contents are restored. Start the service with the SECRET_KEY of the one that was backed up.\n`;
}
