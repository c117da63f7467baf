import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { inject } from "vitest";
import type { PrintedFile } from "../../src/generator/code/module.js";
import { checkedSource } from "../support/checked-sources.js";
import { compilerErrors } from "../support/compiler-errors.js";

/** Every flag that a strict project may have set. */
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
  isolatedModules: true,
  isolatedDeclarations: true,
  declaration: true,
  erasableSyntaxOnly: true,
  verbatimModuleSyntax: true,
};

/** Whether a file belongs to the runtime, which is the same in every package. */
const runtime = /^\/\d+\/src\/runtime\//;

/**
 * The type errors in the sources of packages, each as `/INDEX/PATH(LINE,COLUMN): MESSAGE`, with the line. All packages are
 * checked in one program and share one runtime, so that a package costs only what it adds.
 */
export async function typeErrors(packages: readonly (readonly PrintedFile[])[]): Promise<string[]> {
  const texts = new Map<string, string>();
  for (const [index, files] of packages.entries()) {
    for (const { path, text } of files.filter(({ path }) => path.startsWith("src/"))) {
      texts.set(`/${index}/${path}`.replace(runtime, "/shared/runtime/"), checkedSource(text));
    }
  }
  const folder = await mkdtemp(join(inject("temporary"), "type-check-"));
  for (const [path, text] of [...texts, ["/package.json", '{ "type": "module" }'] as const]) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  // What a package does not have itself is looked for in the folder of what is shared.
  const rootDirs = [...packages.map((_, index) => `${index}/src`), "shared"];
  const project = { compilerOptions: { ...strict, rootDirs }, include: [...rootDirs] };
  const output = await compilerErrors("typescript-newest", folder, project);
  await rm(folder, { recursive: true });
  return output
    .split(/\n(?=\S)/)
    .filter((error) => error !== "")
    .map((error) => {
      const message = error.replace(new RegExp(`^\\S*${basename(folder)}`), "");
      const [, path = "", line] = /^(\/[^(]*)\((\d+),/.exec(message) ?? [];
      return `${message}\n${texts.get(path)?.split("\n")[Number(line) - 1] ?? ""}`;
    });
}
