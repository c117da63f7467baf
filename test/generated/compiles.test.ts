import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { packageFolder } from "../packages.js";

const run = promisify(execFile);

const strict = {
  target: "es2022",
  lib: ["es2022", "dom", "dom.iterable"],
  module: "nodenext",
  types: [],
  noEmit: true,
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  noFallthroughCasesInSwitch: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  allowUnreachableCode: false,
  allowUnusedLabels: false,
  isolatedModules: true,
  verbatimModuleSyntax: true,
  declaration: true,
};

/** Flags that came after TypeScript 5.4. */
const newer = { isolatedDeclarations: true, erasableSyntaxOnly: true };

/** What the compiler of a version has against the sources of a package; empty if nothing. */
async function complaints(compiler: string, name: string, compilerOptions: object): Promise<string> {
  const folder = packageFolder(name);
  const project = join(folder, `tsconfig.${compiler}.json`);
  await mkdir(folder, { recursive: true });
  await writeFile(project, JSON.stringify({ compilerOptions, include: ["src"] }));
  const tsc = join("node_modules", compiler, "bin", "tsc");
  return run(process.execPath, [tsc, "-p", project]).then(
    ({ stdout }) => stdout,
    (thrown: unknown) => (thrown as { readonly stdout: string }).stdout,
  );
}

for (const name of ["spec", "dropbox", "wirelab", "transit", "clinic", "corners"]) {
  test(`the package of ${name} compiles under every strict flag of TypeScript 5.9`, async (context) => {
    context.skip(!existsSync(packageFolder(name)), "there is no corpus beside the checkout");
    expect(await complaints("typescript", name, { ...strict, ...newer })).toBe("");
  });
}

test("the package of spec compiles with TypeScript 5.4 too", async () => {
  expect(await complaints("typescript-oldest", "spec", strict)).toBe("");
});

test("the package of spec compiles with TypeScript 7 too", async () => {
  expect(await complaints("typescript-newest", "spec", { ...strict, ...newer })).toBe("");
});
