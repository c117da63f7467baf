import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import module from "node:module";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isShort } from "../../src/cli/engine.js";
import { ashlarProcess, folderWith } from "./command-line.js";

const spec = { "a.stone": "namespace a\n\nalias Id = String\n" };
const outcome = { code: 0, stderr: "No problems in 1 file.\n" };

test.each([
  [["check", "-w", "files"], true],
  [["generate"], true],
  [["mock", "--watch"], true],
  [["generate", "--watch"], false],
  [["check", "--watch=true"], false],
  [["lsp"], false],
])("the engine optimizes less in commands that end soon: %j", (args, expected) => {
  expect(isShort(args)).toBe(expected);
});

// Node 20 keeps no compiled code.
describe.skipIf(!("enableCompileCache" in module))("the cache of compiled code", () => {
  test("the cache of compiled code is in the user's cache folder, by build", async () => {
    const cwd = folderWith(spec);
    const cache = join(cwd, "cache");
    expect(await ashlarProcess(["check", "a.stone"], { cwd, env: { XDG_CACHE_HOME: cache } })).toMatchObject(outcome);
    expect(readdirSync(join(cache, "ashlar"))).toEqual([expect.stringMatching(/^[0-9a-f]{16}$/)]);
  });

  test("the cache of compiled code is not written with ASHLAR_CACHE=0", async () => {
    const cwd = folderWith(spec);
    const cache = join(cwd, "cache");
    const env = { XDG_CACHE_HOME: cache, ASHLAR_CACHE: "0" };
    expect(await ashlarProcess(["check", "a.stone"], { cwd, env })).toMatchObject(outcome);
    expect(existsSync(cache)).toBe(false);
  });
});

describe("a command runs without a cache of compiled code", () => {
  test("a command runs without a cache of compiled code where its folder is a file", async () => {
    const cwd = folderWith({ ...spec, cache: "no folder" });
    const env = { XDG_CACHE_HOME: join(cwd, "cache") };
    expect(await ashlarProcess(["check", "a.stone"], { cwd, env })).toMatchObject(outcome);
  });

  test("a command runs without a cache of compiled code where its files are damaged", async () => {
    const cwd = folderWith(spec);
    const env = { XDG_CACHE_HOME: join(cwd, "cache") };
    await ashlarProcess(["check", "a.stone"], { cwd, env });
    mkdirSync(join(cwd, "cache"), { recursive: true });
    for (const path of readdirSync(join(cwd, "cache"), { recursive: true, withFileTypes: true })) {
      if (path.isFile()) {
        writeFileSync(join(path.parentPath, path.name), "damaged");
      }
    }
    expect(await ashlarProcess(["check", "a.stone"], { cwd, env })).toMatchObject(outcome);
  });
});
