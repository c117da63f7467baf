import { rmSync } from "node:fs";
import { mkdir, mkdtemp, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { PrintedFile } from "../../generator/code/module.js";

/** A generated package that this process can import. */
export interface LoadedPackage {
  /** Returns the exports of one of the package's modules, such as `dist/index.js`. */
  load(path: string): Promise<Readonly<Record<string, unknown>>>;
  /** Adds those of the files that are JavaScript modules. */
  add(files: readonly PrintedFile[]): Promise<void>;
  /** Removes the package's files. */
  close(): void;
}

/**
 * Writes the JavaScript of a package to a temporary folder. The package can import packages from the folder `modules`.
 */
export async function loadPackage(files: readonly PrintedFile[], modules?: string): Promise<LoadedPackage> {
  const folder = await mkdtemp(join(tmpdir(), "ashlar-package-"));
  const add = async (added: readonly PrintedFile[]): Promise<void> => {
    for (const { path, text } of added.filter(({ path }) => /^dist\/(?!cjs\/).*\.js$/.test(path))) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
  };
  const close = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    await writeFile(join(folder, "package.json"), '{ "type": "module" }');
    if (modules !== undefined) {
      await symlink(modules, join(folder, "node_modules"), "junction");
    }
    await add(files);
  } catch (thrown) {
    close();
    throw thrown;
  }
  return {
    load: async (path) => (await import(pathToFileURL(join(folder, path)).href)) as Readonly<Record<string, unknown>>,
    add,
    close,
  };
}
