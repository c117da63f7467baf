import { resolve } from "node:path";
import { commandLine } from "./command-line.js";
import { explainStart } from "./explain-start.js";
import { asksForHelp, print, usage } from "./operator/usage.js";
import { portSetting, readSettings, type Settings } from "./settings.js";

// Runs the service with a sample team, and the admin console. The team is created once, in a separate data folder.
const args = process.argv.slice(2);
let settings: Settings | undefined;
const { DATA_FOLDER: folder } = process.env;
try {
  settings = readSettings({
    ...process.env,
    TEST_CONTROLS: "1",
    DATA_FOLDER: resolve(folder === undefined || folder === "" ? "data/demo" : folder),
    DATABASE_URL: undefined,
    LOG_LEVEL: process.env["LOG_LEVEL"] ?? "warn",
  });
  if (args.length === 0) {
    const adminPort = portSetting(process.env, "ADMIN_PORT", 4200);
    const { runDemo } = await import("./demo/run-demo.js"); // not loaded for commands, which do not need it
    await runDemo(settings, adminPort);
  } else {
    await print(asksForHelp(args) ? [usage] : commandLine(settings, args));
  }
} catch (thrown) {
  const what = args.length === 0 ? "The demo cannot start" : "The command failed";
  process.stderr.write(`${what}: ${explainStart(thrown, settings)}\n`);
  process.exit(1); // parts of the demo may be running already
}
