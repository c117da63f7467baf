import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { packageFolder } from "../support/packages.js";

const packages = { "the generated package": () => packageFolder("spec"), "Ashlar itself": () => "." };

describe.each(Object.entries(packages))("%s, packed by npm,", (_, folder) => {
  const destination = mkdtempSync(join(tmpdir(), "ashlar-pack-"));
  let tarball: Buffer;

  beforeAll(async () => {
    const command = ["pack", "--ignore-scripts", "--json", "--pack-destination", destination];
    const output: unknown = JSON.parse(execFileSync("npm", command, { cwd: await folder(), encoding: "utf8" }));
    const [packed] = Object.values(output as Record<string, { filename: string }>);
    tarball = readFileSync(join(destination, packed?.filename ?? ""));
  });
  afterAll(() => rmSync(destination, { recursive: true }));

  test("a packed package has nothing that publint minds", async () => {
    const { messages, pkg } = await publint({ pack: { tarball: Uint8Array.from(tarball).buffer }, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg, { color: false }))).toEqual([]);
  });

  test("a packed package has types that are right for every way to import it", async () => {
    const result = await checkPackage(createPackageFromTarballData(Uint8Array.from(tarball)));
    const problems = "problems" in result ? result.problems : [];
    // It is a package of modules only: Node 20.19 can require() those, but the oldest way to resolve knows no exports.
    const others = problems.filter((problem) => {
      const isOld = "resolutionKind" in problem && problem.resolutionKind === "node10";
      return !isOld && problem.kind !== "CJSResolvesToESM";
    });
    expect(result.types).not.toBe(false);
    expect(others).toEqual([]);
  });
});

test("the generated package can be required by CommonJS", async () => {
  const script = `
    const { createClient, RouteError } = require(${JSON.stringify(join(await packageFolder("spec"), "dist/index.js"))});
    const client = createClient({ hosts: "http://127.0.0.1:1" });
    console.log(typeof client.files.copy, RouteError.name);
  `;
  const output = execFileSync(process.execPath, ["--input-type=commonjs", "--eval", script], { encoding: "utf8" });
  expect(output).toBe("function RouteError\n");
  expect(createRequire(import.meta.url)(join(await packageFolder("spec"), "package.json"))).toMatchObject({ type: "module" });
});

test("the generated package loads where the platform lacks classes of the web, such as Jest's jsdom", async () => {
  const missing = ["TextDecoder", "TextEncoder", "fetch", "Request", "Response", "Headers", "ReadableStream", "Blob"];
  const modules = ["index.js", "testing/index.js", "server/index.js", "oauth/index.js", "files/index.js"];
  const folder = join(await packageFolder("spec"), "dist");
  const script = `
    for (const name of ${JSON.stringify(missing)}) delete globalThis[name];
    for (const path of ${JSON.stringify(modules.map((path) => join(folder, path)))}) await import(path);
    console.log("loaded");
  `;
  expect(execFileSync("node", ["--input-type=module", "-e", script], { encoding: "utf8" })).toBe("loaded\n");
});
