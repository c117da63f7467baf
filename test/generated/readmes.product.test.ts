import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { errorsWithPackages, packageName } from "../support/compile-with-package.js";
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

/** What the examples of methods take as given. */
const givenToExamples = (packageName: string): string => `
import type { Client } from "${packageName}";
declare const client: Client;
declare const content: string;
`;

const names = ["spec", ...corpora];

/** The errors in the code of each package's README, and in that of its client's comments. */
const errors = new Map<string, string>();

beforeAll(async () => {
  const folders = await Promise.all(names.map(packageFolder));
  const readmes = folders.map(async (folder) => ({ folder, files: await codeOfReadme(folder) }));
  const examples = folders.map(async (folder) => ({ folder, files: await codeOfExamples(folder) }));
  const all = await errorsWithPackages(await Promise.all([...readmes, ...examples]), given);
  names.forEach((name, index) => errors.set(name, all[index] ?? "").set(`${name}, examples`, all[names.length + index] ?? ""));
});

describe.each(names)("the package of %s", (name) => {
  test("the README of a package shows code that compiles", () => {
    expect(errors.get(name)).toBe("");
  });

  test("the examples in the documentation of a client compile", () => {
    expect(errors.get(`${name}, examples`)).toBe("");
  });

  test("the README of a package names every route once in its tables", async () => {
    const folder = await packageFolder(name);
    const text = await readFile(join(folder, "README.md"), "utf8");
    const rows = [...text.matchAll(/^\| `([^`]+\/[^`]+)`/gm)].map(([, path]) => path);
    expect(new Set(rows).size).toBe(rows.length);
  });
});

test("most methods of the package of spec have an example", async () => {
  const text = await readFile(join(await packageFolder("spec"), "src/files/client.ts"), "utf8");
  expect(examplesIn(text).length).toBeGreaterThan(15);
  expect(examplesIn(text)).toContain(
    'const list = client.files.listFolder({ path: "/Expedition" });\nfor await (const item of list) {\n  console.log(item);\n}\n',
  );
});

/** The files with the code of a package's README. */
async function codeOfReadme(folder: string): Promise<Record<string, string>> {
  const text = await readFile(join(folder, "README.md"), "utf8");
  const blocks = [...text.matchAll(/```ts\n([^]*?)```/g)].map(([, code = ""]) => code);
  // A README is read from the top: later blocks use what the first one has imported.
  const [first = "", ...others] = blocks;
  const client = /^(?:import .*;\n)+\nconst client = .*;\n/m.exec(first)?.[0] ?? "";
  const files = [first, ...others.map((block) => withClient(block, client))];
  return Object.fromEntries(files.map((code, index) => [`block${index}.ts`, code]));
}

/** The files with the examples of a package's clients. */
async function codeOfExamples(folder: string): Promise<Record<string, string>> {
  const name = await packageName(folder);
  const clients = (await readdir(join(folder, "src"), { recursive: true })).filter((path) => /.client\.ts$/.test(path));
  const files: Record<string, string> = {};
  for (const [index, path] of clients.entries()) {
    const examples = examplesIn(await readFile(join(folder, "src", path), "utf8"));
    files[`client${index}.ts`] = [givenToExamples(name), ...examples.map((code) => `{\n${code}}\n`)].join("\n");
  }
  return files;
}

/** The code of all examples in the comments of a module. */
function examplesIn(source: string): string[] {
  return [...source.matchAll(/^ +\* @example\n +\* ```ts\n([^]*?) +\* ```$/gm)].map(([, lines = ""]) =>
    lines.replace(/^ +\* ?/gm, ""),
  );
}

function withClient(block: string, client: string): string {
  if (!block.includes("client.") && !block.includes("createClient")) {
    return block;
  }
  const imports = client.split("\n").filter((line) => line.startsWith("import"));
  const isMade = block.includes("const client");
  return isMade ? `${imports.join("\n")}\n${block}` : `${client}\n${block}`;
}
