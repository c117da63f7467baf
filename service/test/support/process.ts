import { spawn, type ChildProcess } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject, onTestFinished } from "vitest";

/** A service in a process of its own. */
export interface ServiceProcess {
  /** The URL once it has started; rejects if it ends before. */
  readonly url: Promise<string>;
  /** The lines of its log so far, as objects. */
  log(): Record<string, unknown>[];
  /** What it has written to standard error. */
  errors(): string;
  /** Sends a signal; resolves to its exit code when it has ended. */
  end(signal: NodeJS.Signals): Promise<number | null>;
  /** Resolves to its exit code when it has ended. */
  readonly ended: Promise<number | null>;
}

/** A folder, which is removed when the test is over. */
export function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "service-process-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** A folder for the data of services, with a database that is still empty; it is removed when the test is over. */
export function dataFolder(): string {
  const folder = emptyFolder();
  cpSync(inject("databases").folder, folder, { recursive: true });
  return folder;
}

/** Node's option for compiling WebAssembly, such as the embedded database, quickly and once: processes of tests end soon. */
export const quickStart = ["--liftoff-only"];

/** Starts the service as its users do, with these environment variables; it is killed at the end of the test. */
export function startProcess(environment: Readonly<Record<string, string | undefined>>): ServiceProcess {
  const env = { ...process.env, PORT: "0", TEST_CONTROLS: "1", VITEST: undefined, NODE_ENV: undefined, ...environment };
  const child = spawn(process.execPath, [...quickStart, join(import.meta.dirname, "../../dist/main.js")], { env });
  let output = "";
  let errors = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));
  const ended = waitForExit(child);
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  const log = (): Record<string, unknown>[] =>
    output
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  const url = new Promise<string>((done, fail) => {
    child.stdout.on("data", () => {
      const started = log().find(({ msg }) => msg === "started");
      if (started !== undefined) {
        const url = String(started["url"]);
        // It is ready when it answers: it listens to signals by then.
        fetch(`${url}/health`).then(
          () => done(url),
          () => done(url),
        );
      }
    });
    void ended.then((code) => fail(new Error(`The service has ended with ${String(code)}: ${errors}`)));
  });
  url.catch(() => undefined); // a test may expect that it does not start
  return {
    url,
    log,
    errors: () => errors,
    ended,
    end(signal) {
      child.kill(signal);
      return ended;
    },
  };
}

function waitForExit(child: ChildProcess): Promise<number | null> {
  return new Promise((done) => child.once("close", done));
}
