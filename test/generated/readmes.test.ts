import { mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { compilerErrors } from "../compiler-errors.js";
import { corpora } from "../corpus.js";
import { packageFolder } from "../packages.js";

/** What the code of a README takes as given. */
const given = `
declare const clientId: string;
declare const clientSecret: string;
declare const redirectUri: string;
declare const content: string;
declare const request: { url: string };
declare const save: () => void;
`;

describe.each(["spec", ...corpora])("the README of the package of %s", (name) => {
  const folder = packageFolder(name);

  test("shows code that compiles", async () => {
    const text = await readFile(join(folder, "README.md"), "utf8");
    const blocks = [...text.matchAll(/```ts\n([^]*?)```/g)].map(([, code = ""]) => code);
    // A README is read from the top: later blocks use what the first one has imported.
    const [first = "", ...others] = blocks;
    const client = /^(?:import .*;\n)+\nconst client = .*;\n/m.exec(first)?.[0] ?? "";
    const workspace = join(folder, "readme-check");
    await mkdir(join(workspace, "node_modules/@types"), { recursive: true });
    const { name: packageName } = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as { name: string };
    await symlink(folder, join(workspace, "node_modules", packageName));
    await symlink(resolve("node_modules/@types/node"), join(workspace, "node_modules/@types/node"));
    await symlink(resolve("node_modules/undici-types"), join(workspace, "node_modules/undici-types"));
    await writeFile(join(workspace, "package.json"), '{ "type": "module" }');
    await writeFile(join(workspace, "given.d.ts"), given);
    const files = [first, ...others.map((block) => withClient(block, client))].map((code, index) => ({
      path: join(workspace, `block${index}.ts`),
      code,
    }));
    for (const { path, code } of files) {
      await writeFile(path, code);
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

  test("names every route once in its tables", async () => {
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
