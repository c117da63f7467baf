import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { generatePackage } from "../../src/project/generate/generate-package.js";
import { compilerErrors } from "../support/compiler-errors.js";
import { corpusFiles } from "../support/corpus.js";
import { folderWithPackages } from "../support/folder-with-packages.js";

/** The files of a package of the corpus `clinic`, by their paths. */
async function filesOf(twin: boolean): Promise<ReadonlyMap<string, string>> {
  const config = { specs: "clinic", package: { name: "clinic-api" }, twin };
  const { files = [] } = await generatePackage({ config, directory: ".", specs: corpusFiles("clinic") });
  return new Map(files.map(({ path, text }) => [path, text]));
}

test("TWIN-2: the modules of clients and servers are the same with and without a Twin", async () => {
  const [plain, withTwin] = [await filesOf(false), await filesOf(true)];
  const changed = [...plain].filter(([path, text]) => withTwin.get(path) !== text).map(([path]) => path);
  expect(changed).toEqual(["README.md", "package.json"]);
  const added = [...withTwin.keys()].filter((path) => !plain.has(path));
  expect(added.filter((path) => !/^(?:src|dist)\/(?:testing\/|runtime\/twin\.)/.test(path))).toEqual([]);
  const importing = [...withTwin].filter(
    ([path, text]) => !path.includes("testing") && /from "[^"]*(?:testing|\/twin)[^"]*"/.test(text),
  );
  expect(importing.filter(([path]) => path !== "README.md").map(([path]) => path)).toEqual([]);
});

test("TWIN-28: `using` disposes of a Twin, where TypeScript knows it; other projects compile without", async () => {
  const folder = folderWithPackages();
  const source = (keyword: string): string =>
    `import { createTwin } from "cloud-storage-api/testing";\n${keyword} twin = createTwin();\ntwin.calls();\nexport {};\n`;
  const errors = async (keyword: string, ...more: string[]): Promise<string> => {
    await writeFile(join(folder, "index.ts"), source(keyword));
    const compilerOptions = { target: "es2022", module: "nodenext", strict: true, noEmit: true, types: [] };
    const lib = ["es2022", "dom", ...more];
    return compilerErrors("typescript-newest", folder, {
      compilerOptions: { ...compilerOptions, lib },
      include: ["*.ts"],
    });
  };
  expect(await errors("using", "esnext.disposable")).toBe("");
  expect(await errors("const")).toBe("");
});
