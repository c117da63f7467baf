import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { glob, isDynamicPattern } from "tinyglobby";
import type { Severities } from "../../text/diagnostics/severities.js";
import type { LintConfig, LintOptions } from "../../lint/config.js";
import { configNames, loadConfig, type LoadedConfig } from "../../project/load-config.js";
import { failureReason, UsageError } from "../../project/failure.js";
import { isWithin } from "../../project/inputs.js";
import { isFolder } from "../../project/paths.js";
import { readBaseline } from "../../project/lint-settings.js";
import { uriOfPath } from "./locations.js";

/** The specifications that a configuration covers. */
export interface ProjectConfig {
  readonly path: string;
  /** The reason why the configuration is invalid. In this case, the previous values stay in effect. */
  readonly problem: string | undefined;
  readonly specs: readonly CoveredSpecs[];
  /** The lint options; undefined if the configuration has none. */
  readonly lint: LintOptions | undefined;
  /** The configured severities of warnings. */
  readonly severities: Severities;
  /** The whole configuration; undefined if it was never read. */
  readonly loaded: LoadedConfig | undefined;
}

/** The files that an entry of `specs` covers: a single file, a folder, or the matches of a glob. */
type CoveredSpecs =
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "folder"; readonly path: string }
  | { readonly kind: "glob"; readonly base: string; readonly files: ReadonlySet<string> };

const ignored = ["**/node_modules/**", "**/.git/**"];

/**
 * Returns the configurations in or below a folder, and the nearest one above it. If a folder contains several, only the
 * first counts.
 */
export async function findConfigs(folder: string): Promise<string[]> {
  const below = await glob("**/ashlar.config.{ts,mts,js,mjs,json}", { cwd: folder, absolute: true, ignore: ignored });
  const folders = new Set(below.map((path) => dirname(path)));
  for (let at = dirname(folder); at !== dirname(at); at = dirname(at)) {
    if (configIn(at) !== undefined) {
      folders.add(at);
      break;
    }
  }
  return [...folders].flatMap((at) => configIn(at) ?? []);
}

function configIn(folder: string): string | undefined {
  return configNames.map((name) => join(folder, name)).find((path) => existsSync(path));
}

/** Returns all specifications below a folder. */
export async function findSpecs(folder: string, depth?: number): Promise<string[]> {
  return glob("**/*.stone", {
    cwd: folder,
    absolute: true,
    ignore: ignored,
    ...(depth === undefined ? {} : { deep: depth }),
  });
}

/** Reads a configuration. A configuration that contains code is only executed if the workspace is trusted. */
export async function readProjectConfig(
  path: string,
  isTrusted: boolean,
  before: ProjectConfig | undefined,
): Promise<ProjectConfig> {
  if (!path.endsWith(".json") && !isTrusted) {
    return { ...asBefore(path, before), problem: undefined };
  }
  try {
    const loaded = await loadConfig(path, dirname(path));
    const specs = [loaded?.config.specs ?? []].flat();
    const covered = await Promise.all(specs.map((spec) => cover(spec, dirname(path))));
    return {
      path,
      problem: undefined,
      specs: covered,
      lint: readLint(loaded?.config.lint, dirname(path)),
      severities: loaded?.config.diagnostics ?? {},
      loaded,
    };
  } catch (thrown) {
    const reason =
      thrown instanceof UsageError ? thrown.message : `The configuration cannot be read: ${failureReason(thrown)}.`;
    return { ...asBefore(path, before), problem: reason };
  }
}

/** Returns the last valid content of a configuration; empty if there was none. */
function asBefore(path: string, before: ProjectConfig | undefined): ProjectConfig {
  return { problem: undefined, specs: [], lint: undefined, severities: {}, loaded: undefined, ...before, path };
}

/** Returns the lint options for files that are identified by URIs. Throws a UsageError if the baseline is invalid. */
function readLint(lint: LintConfig | undefined, directory: string): LintOptions | undefined {
  if (lint === undefined) {
    return undefined;
  }
  const { preset, rules, overrides = [], custom, baseline } = lint;
  return {
    ...(preset && { preset }),
    ...(rules && { rules }),
    ...(custom && { custom }),
    ...(baseline === undefined ? {} : { baseline: readBaseline(resolve(directory, baseline)) }),
    overrides: overrides.map(({ files, rules: levels }) => ({
      files: files.map((glob) => `${uriOfPath(directory)}/${glob.replace(/^\.\//, "")}`),
      rules: levels,
    })),
  };
}

async function cover(spec: string, directory: string): Promise<CoveredSpecs> {
  const path = resolve(directory, spec);
  if (isFolder(path)) {
    return { kind: "folder", path };
  }
  if (!isDynamicPattern(spec)) {
    return { kind: "file", path };
  }
  const segments = spec.split("/");
  const end = segments.findIndex((segment) => isDynamicPattern(segment));
  const base = resolve(directory, segments.slice(0, end).join("/") || ".");
  const files = await glob(spec, { cwd: directory, absolute: true, ignore: ignored });
  return { kind: "glob", base, files: new Set(files.map((file) => resolve(file))) };
}

/** Returns the index of the entry of `specs` that covers a file; -1 if none does. */
export function coverageOf({ specs }: ProjectConfig, path: string): number {
  return specs.findIndex((spec) => {
    switch (spec.kind) {
      case "file":
        return spec.path === path;
      case "folder":
        return isWithin(path, spec.path);
      case "glob":
        // An unsaved file matches if it is below the folder of the glob.
        return spec.files.has(path) || (!existsSync(path) && isWithin(path, spec.base));
    }
  });
}

/** Returns the paths of all specifications that a configuration covers, even those outside of the workspace. */
export async function specsOf({ specs }: ProjectConfig): Promise<string[]> {
  const specsOfFolders = await Promise.all(
    specs.map(async (spec) => {
      switch (spec.kind) {
        case "file":
          return [spec.path];
        case "folder":
          return findSpecs(spec.path);
        case "glob":
          return [...spec.files];
      }
    }),
  );
  return specsOfFolders.flat().filter((path) => path.endsWith(".stone"));
}
