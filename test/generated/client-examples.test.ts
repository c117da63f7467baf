import { mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { compilerErrors } from "../compiler-errors.js";
import { corpora } from "../corpus.js";
import { packageFolder } from "../packages.js";

/** What the examples of methods take as given. */
const given = (packageName: string): string => `
import type { Client } from "${packageName}";
declare const client: Client;
declare const content: string;
`;

/** The code of all examples in the comments of a module. */
function examplesIn(source: string): string[] {
  return [...source.matchAll(/^ +\* @example\n +\* ```ts\n([^]*?) +\* ```$/gm)].map(([, lines = ""]) =>
    lines.replace(/^ +\* ?/gm, ""),
  );
}

describe.each(["spec", ...corpora])("the examples in the documentation of the client of %s", (name) => {
  const folder = packageFolder(name);

  test("compile", async () => {
    const workspace = join(folder, "example-check");
    await mkdir(join(workspace, "node_modules/@types"), { recursive: true });
    const { name: packageName } = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as { name: string };
    await symlink(folder, join(workspace, "node_modules", packageName));
    await symlink(resolve("node_modules/@types/node"), join(workspace, "node_modules/@types/node"));
    await symlink(resolve("node_modules/undici-types"), join(workspace, "node_modules/undici-types"));
    await writeFile(join(workspace, "package.json"), '{ "type": "module" }');
    const clients = (await readdir(join(folder, "src"), { recursive: true })).filter((path) => /.client\.ts$/.test(path));
    for (const [index, path] of clients.entries()) {
      const examples = examplesIn(await readFile(join(folder, "src", path), "utf8"));
      const blocks = examples.map((code) => `{\n${code}}\n`);
      await writeFile(join(workspace, `client${index}.ts`), [given(packageName), ...blocks].join("\n"));
    }
    const compilerOptions = {
      target: "es2022",
      module: "nodenext",
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      types: ["node"],
      typeRoots: ["node_modules/@types"],
    };
    expect(await compilerErrors("typescript-newest", workspace, { compilerOptions, include: ["*.ts"] })).toBe("");
    await rm(workspace, { recursive: true });
  });
});

test("most methods of the package of spec have an example", async () => {
  const text = await readFile(join(packageFolder("spec"), "src/files/client.ts"), "utf8");
  expect(examplesIn(text).length).toBeGreaterThan(15);
  expect(examplesIn(text)).toContain(
    'const list = client.files.listFolder({ path: "/Expedition" });\nfor await (const item of list) {\n  console.log(item);\n}\n',
  );
});
