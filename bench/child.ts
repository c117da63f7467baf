import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";

/** A process that has said that it is ready, and what it said. */
export interface Started {
  readonly child: ChildProcess;
  readonly said: unknown;
}

/** Starts a module as a process of its own, and waits for its first message. Rejects if it ends before that. */
export async function started(module: string, args: readonly string[]): Promise<Started> {
  const child = fork(module, args);
  return { child, said: await answer(child) };
}

/** The next message of a process. Rejects if it ends before that. */
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
