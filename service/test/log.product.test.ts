import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";

test("what has been logged is written even if the process is killed at once", () => {
  const log = JSON.stringify(pathToFileURL(join(import.meta.dirname, "../dist/log.js")).href);
  const script = `
    const { createLog } = await import(${log});
    const log = createLog("info");
    for (let line = 1; line <= 100; line++) log.info({ line }, "call");
    process.kill(process.pid, "SIGKILL");
  `;
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "--eval", script], { encoding: "utf8" });
  const lines = stdout.trimEnd().split("\n");
  expect(lines).toHaveLength(100);
  expect(JSON.parse(lines.at(-1) ?? "")).toMatchObject({ line: 100 });
});
