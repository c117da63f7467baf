import { fork, type ChildProcess, type ForkOptions } from "node:child_process";
import { once } from "node:events";

/** A started process, and its first message. */
export interface Started {
  readonly child: ChildProcess;
  readonly said: unknown;
}

/** Starts a module as a separate process, and waits for its first message. Rejects if the process ends before that. */
export async function startChild(module: string, args: readonly string[], options: ForkOptions = {}): Promise<Started> {
  const child = fork(module, args, options);
  return { child, said: await answer(child) };
}

/** Returns the next message of a process. Rejects if the process ends before that. */
export async function answer(child: ChildProcess): Promise<unknown> {
  const given = new AbortController();
  const ended = once(child, "exit", { signal: given.signal }).then(([code]) => {
    throw new Error(`${child.spawnargs.slice(0, 3).join(" ")} ended with ${String(code)}`);
  });
  const message = once(child, "message", { signal: given.signal }).then(([first]: unknown[]) => first);
  try {
    return await Promise.race([message, ended]);
  } finally {
    given.abort();
    await Promise.allSettled([message, ended]);
  }
}
