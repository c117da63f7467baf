import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { ashlar, folderWith } from "../cli/command-line.js";

const run = promisify(execFile);

/** The files of a page: blocks of code whose first line is a comment with a path. */
function filesOf(page: string): Record<string, string> {
  const blocks = readFileSync(page, "utf8").matchAll(/```\w+\n(?:\/\/|#|<!--) (\S+\.\w+)(?: -->)?\n([^]*?)```/g);
  return Object.fromEntries([...blocks].map(([, path = "", text = ""]) => [path, text]));
}

test("the emitter of docs/emitters.md compiles, and writes what the page says", async () => {
  const { "generated/ROUTES.md": table, ...files } = filesOf("docs/emitters.md");
  expect(Object.keys(files)).toEqual(["ashlar.config.ts", "emitters/route-table.ts", "spec/shop.stone"]);
  const folder = folderWith({ ...files, "package.json": '{ "type": "module" }' });
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(resolve("."), join(folder, "node_modules/ashlar"));

  const compilerOptions = {
    target: "es2022",
    module: "nodenext",
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noPropertyAccessFromIndexSignature: true,
    verbatimModuleSyntax: true,
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    noEmit: true,
    types: [],
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts", "emitters"] }));
  const complaints = await run(process.execPath, [
    resolve("node_modules/typescript-newest/bin/tsc"),
    "-p",
    folder,
  ]).then(
    () => "",
    (thrown: unknown) => (thrown as { readonly stdout: string }).stdout,
  );
  expect(complaints).toBe("");

  expect(await ashlar(["generate"], { cwd: folder })).toMatchObject({ code: 0, stderr: "" });
  expect(readFileSync(join(folder, "generated/ROUTES.md"), "utf8").trim()).toBe(table?.trim());
  const { paths } = (await import(pathToFileURL(join(folder, "generated/dist/paths.js")).href)) as { paths: object };
  expect(paths).toEqual({
    "shop.list": "/2/shop/list",
    "shop.listContinue": "/2/shop/list/continue",
    "shop.buyV2": "/2/shop/buy_v2",
  });
  expect(existsSync(join(folder, "generated/dist/paths.d.ts"))).toBe(true);
  expect(JSON.parse(readFileSync(join(folder, "generated/package.json"), "utf8"))).toMatchObject({
    exports: { "./paths": "./dist/paths.js" },
    files: expect.arrayContaining(["dist", "src", "SKILL.md", "ROUTES.md"]) as unknown,
  });
});
