import { commandLine } from "../../src/command-line.js";
import { readSettings } from "../../src/settings.js";

/** What a command of the operator prints, for a service that has these environment variables. */
export async function runCommand(
  environment: Readonly<Record<string, string>>,
  args: readonly string[],
): Promise<string> {
  let text = "";
  for await (const piece of commandLine(readSettings({ LOG_LEVEL: "silent", ...environment }), args)) {
    text += piece;
  }
  return text;
}
