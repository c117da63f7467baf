import { execFile } from "node:child_process";
import { pathToFileURL } from "node:url";
import { onEnd } from "../../../project/end-signals.js";

/** The result of a program. */
export interface ProgramRun {
  readonly output: string;
  /** The reason why the program failed, with the stack; undefined if it succeeded. */
  readonly failure: string | undefined;
}

/** The maximum output of a guide, in bytes. */
const maxOutput = 256 * 1024;

/**
 * Runs a program in its own process, after the module `before`, and stops it after `timeout` milliseconds. Failures
 * refer to lines of the program's source.
 */
export function runProgram(path: string, before: string, timeout: number): Promise<ProgramRun> {
  const args = ["--enable-source-maps", "--import", pathToFileURL(before).href, path];
  const { NODE_OPTIONS: _, FORCE_COLOR: __, ...environment } = process.env;
  const options = {
    timeout,
    killSignal: "SIGKILL",
    maxBuffer: maxOutput,
    env: { ...environment, NO_COLOR: "1", TZ: "UTC" },
  } as const;
  return new Promise((resolve) => {
    const run = execFile(process.execPath, args, options, (error, output, errors) => {
      forget();
      resolve({ output, failure: error === null ? undefined : explain(error, errors, timeout) });
    });
    const forget = onEnd(() => run.kill("SIGKILL"));
  });
}

/** Node's exit code if a promise that a module awaits is never settled. */
const neverSettled = 13;

function explain(
  { code, killed }: { readonly code?: number | string | null; readonly killed?: boolean },
  errors: string,
  timeout: number,
): string {
  if (code === "ERR_CHILD_PROCESS_STDIO_MAXBUFFER") {
    return `It prints more than ${maxOutput / 1024} KB. Print less`;
  }
  if (killed === true) {
    return `It did not end within ${timeout / 1000} s. End it, for example with an AbortSignal`;
  }
  if (code === neverSettled) {
    return "It waits for something that never happens";
  }
  return errors.trim() === "" ? `It ends with the exit code ${code}` : errors.trim();
}
