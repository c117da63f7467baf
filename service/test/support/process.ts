import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject, onTestFinished } from "vitest";
import { spawnService, type SpawnedService } from "./spawn-service.js";

/** A service in a process of its own. */
export interface ServiceProcess extends Pick<SpawnedService, "end" | "ended" | "errors"> {
  /** The URL once it has started; rejects if it ends before. */
  readonly url: Promise<string>;
  /** The lines of its log so far, as objects. */
  log(): Record<string, unknown>[];
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

/**
 * Starts the service as its users do, with these environment variables; it is killed at the end of the test, or when
 * `onEnd` calls back.
 */
export function startProcess(
  environment: Readonly<Record<string, string | undefined>>,
  onEnd: (kill: () => Promise<void>) => void = onTestFinished,
): ServiceProcess {
  const spawned = spawnService(environment, { nodeOptions: quickStart });
  const { output, errors, ended, end } = spawned;
  onEnd(async () => {
    await end("SIGKILL");
  });
  const log = (): Record<string, unknown>[] =>
    output()
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  const url = new Promise<string>((done, fail) => {
    spawned.onOutput(() => {
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
    void ended.then((code) => fail(new Error(`The service has ended with ${String(code)}: ${errors()}`)));
  });
  url.catch(() => undefined); // a test may expect that it does not start
  return { url, log, errors, ended, end };
}
