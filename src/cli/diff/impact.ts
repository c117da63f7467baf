import { glob, isDynamicPattern } from "tinyglobby";
import type { Api } from "../../ir/api.js";
import { buildPackage } from "../../generator/package/package.js";
import type { PrintedFile } from "../../generator/code/module.js";
import { findImpact, type ComparedPackage } from "../../project/impact/impact.js";
import { readProject } from "../../project/impact/program.js";
import { packageOptions } from "../../project/configured-package.js";
import type { Config } from "../../project/config.js";
import { UsageError } from "../../project/failure.js";
import { readRuntime } from "../../project/generate/runtime.js";
import type { PlacedFinding } from "./place-findings.js";
import type { ProgramImpacts } from "./render-impact.js";

/** Finds the places in programs that changes concern. Throws a UsageError if a program cannot be read. */
export async function findImpacts(
  paths: readonly string[],
  apis: { readonly old: Api; readonly now: Api },
  findings: readonly PlacedFinding[],
  {
    config,
    directory,
    name,
  }: { readonly config: Config; readonly directory: string; readonly name?: string | undefined },
): Promise<ProgramImpacts> {
  const projects = (await expandPaths(paths)).map((path) => {
    const project = readProject(path);
    if (typeof project === "string") {
      throw new UsageError(`${project}. Name a tsconfig.json, or a folder with one.`);
    }
    return project;
  });
  const compared: ComparedPackage = {
    name: name ?? packageOptions(config, directory).name,
    old: await declarationsOf(apis.old, config, directory),
    now: await declarationsOf(apis.now, config, directory),
  };
  const relevant = findings.filter(({ severity }) => severity !== "compatible");
  const impacts = projects.map((project) => findImpact(project, compared, relevant));
  return { packageName: compared.name, impacts };
}

/** Returns the files of a package that a compiler reads. */
async function declarationsOf(api: Api, config: Config, directory: string): Promise<PrintedFile[]> {
  const options = packageOptions(config, directory);
  const runtime = await readRuntime(config.modules);
  const files = await buildPackage(api, { ...options, output: "package", emitters: [], runtime });
  return files.filter(({ path }) => path.endsWith(".d.ts") || path.endsWith("package.json"));
}

/** Returns the paths that globs match, and the others as they are. Throws a UsageError for a glob that matches nothing. */
async function expandPaths(paths: readonly string[]): Promise<string[]> {
  const expanded: string[] = [];
  for (const path of paths) {
    const matches = isDynamicPattern(path)
      ? await glob(path, { onlyFiles: false, expandDirectories: false, ignore: "**/node_modules/**" })
      : [path];
    if (matches.length === 0) {
      throw new UsageError(`No folder or tsconfig.json matches ${path}.`);
    }
    expanded.push(...matches.sort());
  }
  return expanded;
}
