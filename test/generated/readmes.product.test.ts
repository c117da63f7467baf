import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { errorsWithPackage } from "../support/compile-with-package.js";
import { corpora } from "../support/corpus.js";
import { packageFolder } from "../support/packages.js";

/** What the code of a README takes as given. */
const given = `
declare const clientId: string;
declare const clientSecret: string;
declare const redirectUri: string;
declare const content: string;
declare const request: { url: string };
declare const save: () => void;
declare const storedCursor: string;
`;

describe.each(["spec", ...corpora])("the README of the package of %s", (name) => {
  test("the README of a package shows code that compiles", async () => {
    const folder = await packageFolder(name);
    const text = await readFile(join(folder, "README.md"), "utf8");
    const blocks = [...text.matchAll(/```ts\n([^]*?)```/g)].map(([, code = ""]) => code);
    // A README is read from the top: later blocks use what the first one has imported.
    const [first = "", ...others] = blocks;
    const client = /^(?:import .*;\n)+\nconst client = .*;\n/m.exec(first)?.[0] ?? "";
    const files = [first, ...others.map((block) => withClient(block, client))].map((code, index) => [
      `block${index}.ts`,
      code,
    ]);
    expect(await errorsWithPackage(folder, { "given.d.ts": given, ...(Object.fromEntries(files) as Record<string, string>) })).toBe("");
  });

  test("the README of a package names every route once in its tables", async () => {
    const folder = await packageFolder(name);
    const text = await readFile(join(folder, "README.md"), "utf8");
    const rows = [...text.matchAll(/^\| `([^`]+\/[^`]+)`/gm)].map(([, path]) => path);
    expect(new Set(rows).size).toBe(rows.length);
  });
});

function withClient(block: string, client: string): string {
  if (!block.includes("client.") && !block.includes("createClient")) {
    return block;
  }
  const imports = client.split("\n").filter((line) => line.startsWith("import"));
  const isMade = block.includes("const client");
  return isMade ? `${imports.join("\n")}\n${block}` : `${client}\n${block}`;
}
