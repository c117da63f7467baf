import { spawn } from "node:child_process";
import { onTestFinished } from "vitest";
import { binary } from "./command-line.js";

/** A process of `ashlar generate --watch`, and what it has said. */
export interface Watching {
  /** Resolves with all that was said since the last call, as soon as that matches. */
  said(pattern: RegExp): Promise<string>;
  readonly pid: number;
  /** Sends a signal; resolves with the exit code. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/** Starts `generate --watch` in a folder; it is ended with the test. */
export function watching(folder: string, ...args: readonly string[]): Watching {
  return watchingCommand(folder, "generate", "--watch", ...args);
}

/** The same for another command. */
export function watchingCommand(folder: string, ...args: readonly string[]): Watching {
  const child = spawn(process.execPath, [binary, ...args], { cwd: folder });
  const ended = new Promise<number | null>((done) => child.on("close", done));
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  let text = "";
  let check = (): void => undefined;
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (piece: string) => {
      text += piece;
      check();
    });
  }
  return {
    said: (pattern) =>
      new Promise((done, fail) => {
        const timer = setTimeout(() => fail(new Error(`${String(pattern)} was not said, but:\n${text}`)), 90_000);
        check = () => {
          if (pattern.test(text)) {
            clearTimeout(timer);
            const said = text;
            text = "";
            check = () => undefined;
            done(said);
          }
        };
        check();
      }),
    pid: child.pid ?? 0,
    end(signal) {
      child.kill(signal);
      return ended;
    },
  };
}
