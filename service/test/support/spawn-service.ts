import { spawn } from "node:child_process";
import { join } from "node:path";

/** The service in a process of its own, as its users start it. */
export interface SpawnedService {
  /** What it has written to standard output: its log, a JSON object on each line. */
  readonly output: () => string;
  /** What it has written to standard error. */
  readonly errors: () => string;
  /** Sends a signal; resolves to its exit code when it has ended. */
  readonly end: (signal: NodeJS.Signals) => Promise<number | null>;
  /** Resolves to its exit code when it has ended. */
  readonly ended: Promise<number | null>;
  /** Calls back whenever something was written to standard output. */
  readonly onOutput: (listener: () => void) => void;
}

/** Returns the entry point of the service in a checkout of the repository; by default in this one. */
export function entryPoint(repository = join(import.meta.dirname, "../../..")): string {
  return join(repository, "service/dist/main.js");
}

/** Starts the service with these environment variables, and with options of Node. */
export function spawnService(
  environment: Readonly<Record<string, string | undefined>>,
  { main = entryPoint(), nodeOptions = [] }: { readonly main?: string; readonly nodeOptions?: readonly string[] } = {},
): SpawnedService {
  const env = { ...process.env, PORT: "0", TEST_CONTROLS: "1", VITEST: undefined, NODE_ENV: undefined, ...environment };
  const child = spawn(process.execPath, [...nodeOptions, main], { env });
  let output = "";
  let errors = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));
  const ended = new Promise<number | null>((done) => child.once("close", done));
  return {
    output: () => output,
    errors: () => errors,
    ended,
    end(signal) {
      child.kill(signal);
      return ended;
    },
    onOutput: (listener) => void child.stdout.on("data", listener),
  };
}
