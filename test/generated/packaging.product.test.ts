import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, test } from "vitest";
import { packageFolder } from "../support/packages.js";

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
