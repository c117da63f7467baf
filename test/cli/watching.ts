import { spawn, type ChildProcess } from "node:child_process";
import { onTestFinished } from "vitest";
import { binary, environment, startWarmProcess } from "./command-line.js";

/** A run of a command with `--watch`, and what it has said. */
export interface Watching {
  /** Resolves with all that was said since the last call, as soon as that matches. */
  said(pattern: RegExp): Promise<string>;
  /** Ends it as Ctrl-C does; resolves with the exit code. */
  end(): Promise<number | null>;
}

/** A process of its own that watches. */
export interface WatchingProcess {
  said(pattern: RegExp): Promise<string>;
  readonly pid: number;
  /** Sends a signal; resolves with the exit code. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/** The process that watches for all tests of this worker, one after the other; it ends with the worker. */
let warmProcess: ChildProcess | undefined;

/** Starts `generate --watch` in a folder; it is ended with the test. */
export function watching(folder: string, ...args: readonly string[]): Watching {
  return watchingCommand(folder, "generate", "--watch", ...args);
}

/** The same for another command. */
export function watchingCommand(folder: string, ...args: readonly string[]): Watching {
  const child = (warmProcess ??= startWarmProcess());
  const heard = listening();
  const ended = new Promise<number | null>((done, fail) => {
    const hear = (message: { piece?: string; failure?: string; code?: number }): void => {
      if (message.piece !== undefined) {
        heard.add(message.piece);
        return;
      }
      child.off("message", hear);
      if (message.failure === undefined) {
        done(message.code ?? null);
      } else {
        fail(new Error(message.failure));
      }
    };
    child.on("message", hear);
  });
  child.send({ args, cwd: folder, env: environment(), isWatched: true });
  const end = (): Promise<number | null> => {
    child.send({ isEnd: true });
    return ended;
  };
  onTestFinished(async () => void (await end()));
  return { said: heard.said, end };
}

/** Starts `generate --watch` in a process of its own, for what only a process has: signals. It is ended with the test. */
export function watchingProcess(folder: string): WatchingProcess {
  const child = spawn(process.execPath, [binary, "generate", "--watch"], { cwd: folder });
  const ended = new Promise<number | null>((done) => child.on("close", done));
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  const heard = listening();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", heard.add);
  }
  return {
    said: heard.said,
    pid: child.pid ?? 0,
    end(signal) {
      child.kill(signal);
      return ended;
    },
  };
}

/** Collects what is said until it matches what a test waits for. */
function listening(): { readonly add: (piece: string) => void; readonly said: Watching["said"] } {
  let text = "";
  let check = (): void => undefined;
  return {
    add(piece) {
      text += piece;
      check();
    },
    said: (pattern) =>
      new Promise((done, fail) => {
        const timer = setTimeout(() => fail(new Error(`${String(pattern)} was not said, but:\n${text}`)), 500_000);
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
  };
}
