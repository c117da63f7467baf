import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { TestProject } from "vitest/node";
import { generatePackage } from "../../src/generate/generate-package.js";
import { writeFolder } from "../../src/output/output-folder.js";
import type { Config } from "../../src/project/config.js";
import { corpora, corpusFolder } from "./corpus.js";
import { specFiles } from "./spec-files.js";

declare module "vitest" {
  export interface ProvidedContext {
    /** The folder with the packages that have been generated for this run of the tests. */
    packages: string;
    /** An empty folder for what tests write; removed when all have run. */
    temporary: string;
  }
}

/**
 * Generates the packages of `spec/`, of names that clash, and of the corpora; and as `…-exact` some of
 * them with a bigint for integers of 64 bits and a Date for timestamps. They are removed after the tests.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const root = await mkdtemp(join(tmpdir(), "ashlar-packages-"));
  const folders = { spec: "spec", clashes: "test/generated/clashes", ...corpusFolders };
  for (const [name, folder] of Object.entries(folders)) {
    await generate(root, name, folder, { twin: true, arbitraries: name !== "dropbox", schemas: name === "spec" });
    if (["spec", "dropbox", "wirelab"].includes(name)) {
      await generate(root, `${name}-exact`, folder, {
        int64: "bigint",
        timestamps: "date",
        twin: name === "wirelab",
        arbitraries: name === "wirelab",
      });
    }
  }
  // Packages find the libraries of their optional subpaths as they would in an application.
  await symlink(resolve("node_modules"), join(root, "node_modules"));
  // Beside the packages: what tests write there must find no `node_modules` above.
  const temporary = await mkdtemp(join(tmpdir(), "ashlar-tests-"));
  project.provide("packages", root);
  project.provide("temporary", temporary);
  return async () => {
    for (const folder of [root, temporary]) {
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  };
}

async function generate(root: string, name: string, folder: string, options: Partial<Config>): Promise<void> {
  const preset = name.startsWith("dropbox") ? ("dropbox" as const) : ("service" as const);
  const out = join(root, name);
  const config = { specs: folder, out, package: { name: `${name}-api` }, binding: { preset }, ...options };
  const { files, diagnostics } = await generatePackage({ config, directory: root, specs: specFiles(folder) });
  if (files === undefined) {
    throw new Error(`${name} does not compile: ${JSON.stringify(diagnostics[0])}`);
  }
  await writeFolder(out, files, new AbortController().signal);
}

const corpusFolders = Object.fromEntries(corpora.map((name) => [name, corpusFolder(name)]));
