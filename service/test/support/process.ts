import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { testedService, type TestedService } from "./service.js";

/** A service in a process of its own. */
export interface ServiceProcess {
  readonly service: TestedService;
  /** Ends the process at once, as a crash or a power failure would. */
  kill(): Promise<void>;
}

const root = fileURLToPath(new URL("../../", import.meta.url));
const jiti = join(dirname(createRequire(import.meta.url).resolve("jiti/package.json")), "lib/jiti-cli.mjs");

/** Starts the service as `npm start` does, for the running test. */
export async function startProcess(environment: Readonly<Record<string, string>>): Promise<ServiceProcess> {
  const child = spawn(process.execPath, [jiti, "src/main.ts"], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  const kill = async (): Promise<void> => {
    child.kill("SIGKILL");
    await ended;
  };
  onTestFinished(kill);
  for await (const line of createInterface(child.stdout)) {
    const { url } = JSON.parse(line) as { url?: string };
    if (url !== undefined) {
      child.stdout.resume();
      return { service: testedService(() => url), kill };
    }
  }
  throw new Error("The service does not start.");
}
