import { dirname, relative, resolve } from "node:path";
import { readFile } from "node:fs/promises";
import { Compiler } from "../compiler.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { Api } from "../ir/api.js";
import { fromJson } from "../ir/from-json.js";
import type { SourceFile } from "../source/source.js";
import type { LoadedConfig } from "./config.js";
import { failureReason, UsageError } from "./failure.js";
import { pathInRepository, readRevision } from "./git-revision.js";
import { review } from "./review.js";
import { readSpecs } from "./specs.js";

/** One side of a comparison. */
export interface Side {
  /** As given. */
  readonly name: string;
  /** Undefined if the specification has errors. */
  readonly api: Api | undefined;
  readonly diagnostics: readonly Diagnostic[];
  /** None for an IR document. */
  readonly files: readonly SourceFile[];
}

/**
 * Reads and compiles a side: specifications separated by commas, an IR document (`.json`), or a Git revision (`git:REV` or
 * `git:REV:PATH`). Filters of the configuration apply. Throws a UsageError for what cannot be read.
 */
export async function readSide(name: string, loaded: LoadedConfig | undefined): Promise<Side> {
  if (name.endsWith(".json") && !name.startsWith("git:")) {
    return { name, api: await readDocument(name), diagnostics: [], files: [] };
  }
  const files = name.startsWith("git:") ? await readGit(name, loaded) : await readSpecs(name.split(","));
  return { name, files, ...review(new Compiler().compile(files), files, loaded?.config ?? {}) };
}

async function readDocument(path: string): Promise<Api> {
  try {
    return fromJson(await readFile(path, "utf8"));
  } catch (thrown) {
    throw new UsageError(`${path} cannot be read: ${failureReason(thrown)}.`);
  }
}

async function readGit(name: string, loaded: LoadedConfig | undefined): Promise<readonly SourceFile[]> {
  const [, revision = "", path] = /^git:([^:]*)(?::(.*))?$/s.exec(name) ?? [];
  const paths = path === undefined ? await configuredPaths(loaded) : [path];
  return readRevision(revision, paths);
}

/** The specifications of the configuration, from the root of the repository. */
async function configuredPaths(loaded: LoadedConfig | undefined): Promise<readonly string[]> {
  const paths = configuredSpecs(loaded);
  return Promise.all(paths.map(pathInRepository));
}

/** The specifications of the configuration, from the working directory. Throws a UsageError if there are none. */
export function configuredSpecs(loaded: LoadedConfig | undefined): readonly string[] {
  if (loaded === undefined) {
    throw new UsageError("Name two specifications to compare: there is no ashlar.config.* in this folder or above.");
  }
  const folder = dirname(loaded.path);
  return [loaded.config.specs].flat().map((spec) => relative("", resolve(folder, spec)) || ".");
}
