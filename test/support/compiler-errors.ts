import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/**
 * The versions of TypeScript: 5.9, with which the project is compiled; the oldest that is supported; and the newest, which
 * is a native program that takes a tenth of the time of the others, so that what does not depend on the version uses it.
 */
export type Compiler = "typescript" | "typescript-oldest" | "typescript-newest";

/** What a project consists of, as in `tsconfig.json`. */
export interface Project {
  readonly compilerOptions: object;
  readonly files?: readonly string[];
  readonly include?: readonly string[];
}

/** What a compiler prints about a project, whose `tsconfig.json` is written into a folder; empty if nothing is wrong. */
export async function compilerErrors(
  compiler: Compiler,
  folder: string,
  project: Project,
  options: readonly string[] = [],
): Promise<string> {
  await mkdir(folder, { recursive: true });
  const config = join(folder, `tsconfig.${compiler}.json`);
  // What TypeScript itself declares is not what is tested, and takes longer to check than a package.
  const compilerOptions = { skipDefaultLibCheck: true, ...project.compilerOptions };
  await writeFile(config, JSON.stringify({ ...project, compilerOptions }));
  const tsc = resolve("node_modules", compiler, "bin/tsc");
  return run(process.execPath, [...process.execArgv, tsc, "-p", config, ...options]).then(
    ({ stdout }) => stdout,
    (thrown: unknown) => (thrown as { readonly stdout: string }).stdout,
  );
}
