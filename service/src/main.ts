import { commandLine } from "./command-line.js";
import { explainStart } from "./explain-start.js";
import { asksForHelp, print, usage } from "./operator/usage.js";
import { readSettings, type Settings } from "./settings.js";

const args = process.argv.slice(2);
let settings: Settings | undefined;
try {
  settings = readSettings(process.env);
  await (args.length === 0 ? serve(settings) : answer(settings));
} catch (thrown) {
  fail(args.length === 0 ? "The service cannot start" : "The command failed", thrown);
}

/**
 * How long a process that shares its database with others still answers new requests after a SIGTERM, in milliseconds: until
 * proxies have noticed that it is not ready.
 */
const drainingTime = 3_000;

/** Starts the service, which runs until a signal stops it. */
async function serve(settings: Settings): Promise<void> {
  const { startService } = await import("./service.js"); // not loaded for commands, which do not need it
  const service = await startService(settings);
  let isStopping = false;
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      if (!isStopping) {
        isStopping = true;
        const isDraining = signal === "SIGTERM" && settings.databaseUrl !== undefined;
        void service.stop({ draining: isDraining ? drainingTime : 0 }).then(
          () => process.exit(0),
          (thrown: unknown) => {
            fail("The service cannot stop", thrown);
            process.exit();
          },
        );
      }
    });
  }
}

/** Runs the command in the arguments, and prints its output. */
async function answer(settings: Settings): Promise<void> {
  await print(asksForHelp(args) ? [usage] : commandLine({ ...settings, logLevel: "warn" }, args));
}

function fail(what: string, thrown: unknown): void {
  process.stderr.write(`${what}: ${explainStart(thrown, settings)}\n`);
  process.exitCode = 1;
}
