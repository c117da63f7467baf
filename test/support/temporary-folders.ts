import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  export interface ProvidedContext {
    /** The folder for generated packages, which find the dependencies of the project. */
    packages: string;
    /** An empty folder for what tests write. */
    temporary: string;
  }
}

/** Creates the folders that the tests of a run write to, and removes them after the run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const packages = await mkdtemp(join(tmpdir(), "ashlar-packages-"));
  // Packages find the libraries of their optional subpaths as they would in an application.
  await symlink(resolve("node_modules"), join(packages, "node_modules"));
  // Beside the packages: what tests write there must find no `node_modules` above.
  const temporary = await mkdtemp(join(tmpdir(), "ashlar-tests-"));
  project.provide("packages", packages);
  project.provide("temporary", temporary);
  return async () => {
    for (const folder of [packages, temporary]) {
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  };
}
