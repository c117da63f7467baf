import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { compilerErrors } from "./compiler-errors.js";

/**
 * The errors of the newest TypeScript for files of a strict project under Node that has installed the package in a folder;
 * empty if there are none. The package can be imported by its name.
 */
export async function errorsWithPackage(folder: string, files: Readonly<Record<string, string>>): Promise<string> {
  const workspace = await mkdtemp(join(folder, "check-"));
  await mkdir(join(workspace, "node_modules/@types"), { recursive: true });
  await symlink(folder, join(workspace, "node_modules", await packageName(folder)));
  await symlink(resolve("node_modules/@types/node"), join(workspace, "node_modules/@types/node"));
  await symlink(resolve("node_modules/undici-types"), join(workspace, "node_modules/undici-types"));
  await writeFile(join(workspace, "package.json"), '{ "type": "module" }');
  for (const [path, text] of Object.entries(files)) {
    await writeFile(join(workspace, path), text);
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
  const errors = await compilerErrors("typescript-newest", workspace, { compilerOptions, include: ["*.ts"] });
  await rm(workspace, { recursive: true });
  return errors;
}

/** The name of the package in a folder. */
export async function packageName(folder: string): Promise<string> {
  const { name } = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as { name: string };
  return name;
}
