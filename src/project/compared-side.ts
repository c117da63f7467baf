import { dirname, relative, resolve } from "node:path";
import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { Compiler } from "../compiler/compiler.js";
import type { Config } from "./config.js";
import { locateDeclarations, type DeclarationPlaces } from "./declaration-places.js";
import type { Diagnostic } from "../text/diagnostics/diagnostic.js";
import { applyFilters, type Filters } from "../ir/filters/filters.js";
import { hasProblems } from "../ir/filters/problems.js";
import type { Api } from "../ir/api.js";
import { fromJson } from "../ir/from-json.js";
import type { SourceFile } from "../text/source.js";
import type { LoadedConfig } from "./load-config.js";
import { readConfigured } from "./old-config.js";
import { failureReason, UsageError } from "./failure.js";
import { readRevision } from "./git-revision.js";
import { checkApi } from "./check-api.js";
import { readSpecs } from "./specs.js";
import type { DiffOptions } from "../diff/diff.js";
import type { CompatPolicy } from "../diff/policy.js";
import { resolveBinding } from "../generator/facts/binding-options.js";

/** One side of a comparison. */
export interface Side {
  /** The name as passed by the user. */
  readonly name: string;
  /** Undefined if the specification has errors. */
  readonly api: Api | undefined;
  readonly diagnostics: readonly Diagnostic[];
  /** Empty for an IR document. */
  readonly files: readonly SourceFile[];
  /** The locations of declarations; empty for an IR document. */
  readonly places: DeclarationPlaces;
}

/**
 * Reads and compiles a side: specifications separated by commas, an IR document (`.json`, or `-` for standard input),
 * or a Git revision (`git:REV` or `git:REV:PATH`, by default with the specifications of the loaded configuration). The
 * filters of `config` apply. Paths and repositories are relative to the working directory. Reuses results of earlier
 * runs of `compiler`. Throws a UsageError for anything that cannot be read.
 */
export async function readSide(
  name: string,
  loaded: LoadedConfig | undefined,
  config: Pick<Config, "filters" | "binding" | "diagnostics" | "int64">,
  compiler = new Compiler(),
): Promise<Side> {
  if (name === "-" || (name.endsWith(".json") && !name.startsWith("git:"))) {
    const api = filtered(await readDocument(name), config.filters);
    return { name, api, diagnostics: [], files: [], places: locateDeclarations([]) };
  }
  const files = name.startsWith("git:") ? await readGit(name, loaded, "") : await readSpecs(name.split(","));
  const analysis = compiler.compile(files);
  return { name, files, places: locateDeclarations(analysis.specs), ...checkApi(analysis, files, config) };
}

async function readDocument(name: string): Promise<Api> {
  const place = name === "-" ? "Standard input" : name;
  try {
    return fromJson(name === "-" ? await text(process.stdin) : await readFile(name, "utf8"));
  } catch (thrown) {
    throw new UsageError(`${place} cannot be read: ${failureReason(thrown)}.`);
  }
}

function filtered(api: Api, filters: Filters = {}): Api {
  const outcome = applyFilters(api, filters);
  if (hasProblems(outcome)) {
    throw new UsageError(outcome.problems.join("\n"));
  }
  return outcome;
}

/**
 * Reads the specifications of a Git revision in the repository of a folder: by default those that were configured there. A
 * revision in which the API does not exist yet has none.
 */
export async function readGit(
  name: string,
  loaded: LoadedConfig | undefined,
  folder: string,
): Promise<readonly SourceFile[]> {
  const [, revision = "", path] = /^git:([^:]*)(?::(.*))?$/s.exec(name) ?? [];
  if (revision === "") {
    throw new UsageError(`'${name}' names no Git revision. Write git:REV or git:REV:PATH, such as git:main:spec.`);
  }
  if (path !== undefined) {
    const files = await readRevision(revision, path.split(","), folder);
    if (files.length === 0) {
      throw new UsageError(`The revision ${revision} has no .stone file in ${path.split(",").join(", ")}.`);
    }
    return files;
  }
  if (loaded === undefined) {
    throw new UsageError(
      `${name} needs a path, such as ${name}:spec, because there is no ashlar.config.* in this folder or above.`,
    );
  }
  return readConfigured(revision, loaded, folder);
}

/**
 * Returns the paths of the configured specifications relative to the working directory. Throws a UsageError if there is
 * no configuration.
 */
export function configuredSpecs(loaded: LoadedConfig | undefined): readonly string[] {
  if (loaded === undefined) {
    throw new UsageError("Name the old and the new side: there is no ashlar.config.* in this folder or above.");
  }
  const folder = dirname(loaded.path);
  return [loaded.config.specs].flat().map((spec) => relative("", resolve(folder, spec)) || ".");
}

/** Returns the options of a comparison, from a configuration and a policy. */
export function diffOptions(config: Pick<Config, "binding" | "names" | "package">, policy: CompatPolicy): DiffOptions {
  const version = config.package?.version;
  return {
    attributes: resolveBinding(config.binding ?? {}).attributes,
    bothWays: policy.deploy === "any-order",
    requiredAttributes: Object.entries(policy.attributes ?? {}).flatMap(([name, what]) =>
      what === "requires" ? [name] : [],
    ),
    messages: policy.messages ?? {},
    ...(config.names !== undefined && { names: config.names }),
    ...(version !== undefined && { version }),
  };
}
