import { mkdtemp, readFile, readdir, symlink, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { build } from "vite";
import { expect, inject, test } from "vitest";
import { compilerErrors } from "../support/compiler-errors.js";
import { configurations } from "./configurations.js";
import { writeDocumented } from "./documented-application.js";

const dependencies = ["@tanstack", "@types", "react", "react-dom", "scheduler", "vite", "csstype", "undici-types"];

test("an application of Vite as the documentation shows it has no type errors and is built", async () => {
  const folder = await mkdtemp(join(inject("temporary"), "vite-"));
  const project = configurations["create-vite"];
  await writeDocumented("docs/bundlers.md", folder, project);
  for (const name of dependencies) {
    await symlink(resolve("node_modules", name), join(folder, "node_modules", name));
  }
  await writeFile(
    join(folder, "index.html"),
    '<div id="root"></div><script type="module" src="/src/main.tsx"></script>',
  );
  expect(await compilerErrors("typescript-newest", folder, project)).toBe("");
  await build({ root: folder, logLevel: "error" });
  const assets = join(folder, "dist/assets");
  const [script = ""] = (await readdir(assets)).filter((name) => name.endsWith(".js"));
  expect(await readFile(join(assets, script), "utf8")).toContain("greeter/greet");
});
