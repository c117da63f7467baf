import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { commandLine } from "../../src/command-line.js";
import { readSettings } from "../../src/settings.js";
import { entryPoint } from "./spawn-service.js";

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

/** Runs a command of the operator in a process, as the operator does. Resolves to what it prints; rejects if it fails. */
export async function runOperator(
  environment: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<string> {
  const env = { ...process.env, VITEST: undefined, NODE_ENV: undefined, ...environment };
  const { stdout } = await promisify(execFile)(process.execPath, [entryPoint(), ...args], { env });
  return stdout;
}
