import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { inject } from "vitest";
import { compilerErrors } from "./compiler-errors.js";

/** A package that is installed, and the files of a project that uses it. */
interface PackageUse {
  readonly folder: string;
  readonly files: Readonly<Record<string, string>>;
}

/**
 * The errors of the newest TypeScript for files of a strict project under Node that has installed the package in a folder;
 * empty if there are none. The package can be imported by its name.
 */
export async function errorsWithPackage(folder: string, files: Readonly<Record<string, string>>): Promise<string> {
  const [errors = ""] = await errorsWithPackages([{ folder, files }]);
  return errors;
}

/**
 * The same for several such projects, which are checked in one program, so that what they share is checked once: the errors
 * of each. All may use what `globals`, the text of a `.d.ts`, declares.
 */
export async function errorsWithPackages(uses: readonly PackageUse[], globals = ""): Promise<string[]> {
  const workspace = await mkdtemp(join(inject("temporary"), "check-"));
  await mkdir(join(workspace, "node_modules/@types"), { recursive: true });
  await symlink(resolve("node_modules/@types/node"), join(workspace, "node_modules/@types/node"));
  await symlink(resolve("node_modules/undici-types"), join(workspace, "node_modules/undici-types"));
  await writeFile(join(workspace, "package.json"), '{ "type": "module" }');
  await writeFile(join(workspace, "globals.d.ts"), globals);
  for (const [index, { folder, files }] of uses.entries()) {
    const modules = join(workspace, `project-${index}/node_modules`);
    await mkdir(modules, { recursive: true });
    await symlink(folder, join(modules, await packageName(folder)));
    for (const [path, text] of Object.entries(files)) {
      await writeFile(join(workspace, `project-${index}`, path), text);
    }
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
  const output = await compilerErrors("typescript-newest", workspace, {
    compilerOptions,
    include: ["*.ts", "project-*/*.ts"],
  });
  await rm(workspace, { recursive: true });
  const errors = output.split(/\n(?=\S)/).filter((error) => error !== "");
  // An error that is in none of the projects, such as one in a package, is an error of each.
  return uses.map((_, index) =>
    errors.filter((error) => !/project-\d+\//.test(error) || error.includes(`project-${index}/`)).join("\n"),
  );
}

/** The name of the package in a folder. */
export async function packageName(folder: string): Promise<string> {
  const { name } = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as { name: string };
  return name;
}
