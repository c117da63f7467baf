import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { errorsWithPackage, packageName } from "../support/compile-with-package.js";
import { corpora } from "../support/corpus.js";
import { packageFolder } from "../support/packages.js";

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

describe.each(["spec", ...corpora])("the examples in the documentation of the client of %s", (corpus) => {
  test("the examples in the documentation of a client compile", async () => {
    const folder = await packageFolder(corpus);
    const name = await packageName(folder);
    const clients = (await readdir(join(folder, "src"), { recursive: true })).filter((path) => /.client\.ts$/.test(path));
    const files: Record<string, string> = {};
    for (const [index, path] of clients.entries()) {
      const examples = examplesIn(await readFile(join(folder, "src", path), "utf8"));
      files[`client${index}.ts`] = [given(name), ...examples.map((code) => `{\n${code}}\n`)].join("\n");
    }
    expect(await errorsWithPackage(folder, files)).toBe("");
  });
});

test("most methods of the package of spec have an example", async () => {
  const text = await readFile(join(await packageFolder("spec"), "src/files/client.ts"), "utf8");
  expect(examplesIn(text).length).toBeGreaterThan(15);
  expect(examplesIn(text)).toContain(
    'const list = client.files.listFolder({ path: "/Expedition" });\nfor await (const item of list) {\n  console.log(item);\n}\n',
  );
});
