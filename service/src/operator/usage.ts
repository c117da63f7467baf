import { pipeline } from "node:stream/promises";
import { parseArgs, type ParseArgsConfig } from "node:util";
import { StartProblem } from "../start-problem.js";

/** Thrown if a command is not possible. The message says what is wrong or what to do. */
export class UsageError extends StartProblem {
  override readonly name = "UsageError";
}

/** The help text. */
export const usage = `Commands. They work whether or not the service is running, unless stated otherwise.

  add-app --name NAME [--kind user|team] [--access full|app_folder]
          [--permission PERMISSION]... [--redirect-uri URI]... [--token-flow] [--production]
          [--token-hours NUMBER] [--public]
      Registers an app, and prints its key and secret. Apps of teams have the permissions
      "Team information", "Team member management" and "Team member file access" by default.
      --token-flow allows the implicit flow (tokens in the redirect), which the code flow has replaced.
      Apps with --public have no secret, because they run on the devices of their users.
      With --token-hours its tokens expire after that many hours. Use 8 for the admin console, to match its sessions.

  add-team --name NAME --admin EMAIL [--given-name NAME] [--surname NAME] [--licenses NUMBER]
      Adds a team, and prints the link with which its administrator chooses a password.

  backup FOLDER
      Backs up the database and the contents of files, while the service runs or not. A folder
      with an older backup is brought up to date.

  invitations
      Lists the invitations that are open, with links that are valid for seven days.

  audit --since DATE [--format ndjson|csv]
      Exports the audit trail: who has changed what, one event per line.

  migrate [--dry-run]
      Runs pending migrations of the database, as a start does. Stop the service first. With
      --dry-run it only prints what would run.

  remove-passkeys EMAIL
      Removes the passkeys and recovery codes of somebody who has lost them, and ends their sessions.
      Verify the person's identity first.

  reset-password EMAIL
      Prints a link with which somebody chooses a new password. It is valid for 30 minutes.

  restore FOLDER
      Restores a backup into an empty database and an empty content storage, before the service
      starts. SECRET_KEY must be that of the service that was backed up.

  tokens [--team ID] [--revoke ID]
      Lists the valid tokens of teams and who approved each, or revokes one.

  verify
      Reads the contents of all files, and reports those that are missing or damaged.

  help
      Shows this text.
`;

/** Returns whether the arguments request help. */
export function asksForHelp([command]: readonly string[]): boolean {
  return command === "help" || command === "--help" || command === "-h";
}

/** Parses the options of a command. Throws a {@link UsageError} for unknown options. */
export function readOptions<Options extends NonNullable<ParseArgsConfig["options"]>>(
  args: readonly string[],
  options: Options,
): ReturnType<typeof parseArgs<{ options: Options }>>["values"] {
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (thrown) {
    const [reason = ""] = (thrown instanceof Error ? thrown.message : String(thrown)).split(". ");
    throw new UsageError(`${reason}. Run the command "help" for the options.`);
  }
}

/** Returns the value of a required option. Throws a {@link UsageError} if it is missing. */
export function requireOption(name: string, value: string | undefined): string {
  if (value === undefined || value.trim() === "") {
    throw new UsageError(`--${name} is missing. Run the command "help" for the options.`);
  }
  return value.trim();
}

/** Returns the value of an option that has a fixed set of values. Throws a {@link UsageError} for other values. */
export function parseChoice<Value extends string>(name: string, value: string, values: readonly Value[]): Value {
  const choice = values.find((candidate) => candidate === value);
  if (choice === undefined) {
    throw new UsageError(`--${name} is ${JSON.stringify(value)}. Choose one of ${values.join(", ")}.`);
  }
  return choice;
}

/** Prints chunks of text, respecting back-pressure. */
export async function print(pieces: Iterable<string> | AsyncIterable<string>): Promise<void> {
  await pipeline(pieces, process.stdout, { end: false });
}
