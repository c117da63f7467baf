import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { ashlar, folderWith } from "./command-line.js";
import { watchingProcess } from "./watching.js";

const shop = 'namespace shop\n\nstruct Item\n    "What is sold."\n    name String\n';

function project(files: Readonly<Record<string, string>> = {}): string {
  const config = JSON.stringify({ specs: "spec", out: "api" });
  return folderWith({ "ashlar.config.json": config, "spec/shop.stone": shop, ...files });
}

test.each([
  ["SIGINT", [0, 15]],
  ["SIGTERM", [5]],
  ["SIGHUP", [30]],
] as const)(
  "%s in the middle of a run of --watch leaves a whole package, and nothing beside it",
  async (signal, delays) => {
    for (const delay of delays) {
      const folder = project();
      const watch = watchingProcess(folder);
      await watch.said(/Watching/);
      writeFileSync(join(folder, "spec/shop.stone"), `${shop}    price UInt32\n`);
      await setTimeout(delay);
      expect(await watch.end(signal)).toBe(0);
      expect(readdirSync(join(folder, "api")).filter((name) => name.startsWith(".ashlar"))).toEqual([]);
      const { code, stderr } = await ashlar(["generate"], { cwd: folder });
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      expect((await ashlar(["generate", "--check"], { cwd: folder })).stdout).toBe("api is fresh.\n");
    }
  },
);

test("the run after one of --watch that was killed in the middle removes what that left", async () => {
  for (const delay of [0, 15]) {
    const folder = project({ "node_modules/.keep": "" });
    const watch = watchingProcess(folder);
    await watch.said(/Watching/);
    writeFileSync(join(folder, "spec/shop.stone"), `${shop}    price UInt32\n`);
    await setTimeout(delay);
    await watch.end("SIGKILL");
    const cache = join(folder, "node_modules/.cache/ashlar");
    const [record = ""] = readdirSync(cache);
    writeFileSync(join(cache, `${record}.${watch.pid}`), "half of a rec");
    const { code, stderr } = await ashlar(["generate"], { cwd: folder });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(readdirSync(join(folder, "api")).filter((name) => name.startsWith(".ashlar"))).toEqual([]);
    writeFileSync(join(folder, "spec/shop.stone"), `${shop}    size UInt32\n`);
    await ashlar(["generate"], { cwd: folder });
    expect(readdirSync(cache)).toEqual([record]);
  }
});

test("an interrupt ends ashlar generate --watch while its first run waits for another one", async () => {
  const folder = project();
  mkdirSync(join(folder, "api/.ashlar-staging/a-run-on-another-host"), { recursive: true });
  const watch = watchingProcess(folder);
  await expect.poll(() => readdirSync(join(folder, "api")).length, { timeout: 500_000 }).toBe(2);
  expect(await watch.end("SIGINT")).toBe(0);
  expect(readdirSync(join(folder, "api"))).toEqual([".ashlar-staging"]);
});
