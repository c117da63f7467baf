import { spawn } from "node:child_process";
import { once } from "node:events";

/** A route of both APIs that the suites may measure. */
const path = "/2/team/get_info";

/**
 * Starts `ashlar mock` in a folder. Returns the milliseconds until it has answered its first call. Throws an Error if it
 * ends before that, or refuses the call.
 */
export async function timeToFirstAnswer(main: string, folder: string): Promise<number> {
  const start = performance.now();
  const mock = spawn(process.execPath, [main, "mock", "--port", "0"], {
    cwd: folder,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const ended = once(mock, "close");
  try {
    const listening = once(mock.stdout.setEncoding("utf8"), "data").then(([address]) => String(address).trim());
    const address = await Promise.race([listening, ended.then(() => undefined)]);
    if (address === undefined) {
      throw new Error("`ashlar mock` ended before it listened.");
    }
    const { status } = await fetch(new URL(path, address), {
      method: "POST",
      headers: { Authorization: "Bearer token", "Content-Type": "application/json" },
      body: "null",
    });
    if (status !== 200) {
      throw new Error(`\`ashlar mock\` answered ${path} with ${status}.`);
    }
    return performance.now() - start;
  } finally {
    mock.kill();
    await ended;
  }
}
