import { existsSync } from "node:fs";
import { dirname, join, posix, relative, resolve } from "node:path";
import type { SourceFile } from "../text/source.js";
import type { Config } from "./config.js";
import { UsageError } from "./failure.js";
import { configNames, type LoadedConfig } from "./load-config.js";
import { findRepository, listRevision, pathInRepository, readBlob, readRevision } from "./git-revision.js";

/** The configuration of an API at a Git revision. Paths are relative to the root of the repository. */
interface OldConfig {
  readonly folder: string;
  /** The specifications: files, folders or globs. */
  readonly specs: readonly string[];
  /** The text of the file; undefined if there was none. */
  readonly text: string | undefined;
}

/**
 * Returns the configuration that an API had at a Git revision, in the repository of a folder: at the same place, or elsewhere
 * if it has been moved since. Code is read, but not run. What is not found there is as now.
 */
export async function findOldConfig(
  revision: string,
  { path, config }: LoadedConfig,
  folder: string,
): Promise<OldConfig> {
  const root = await findRepository(folder);
  const pathNow = await pathInRepository(path, folder);
  const names = [posix.basename(pathNow), ...configNames];
  const files = (await listRevision(revision, folder)).filter((file) => names.includes(posix.basename(file)));
  const inPlace = files.filter((file) => posix.dirname(file) === posix.dirname(pathNow));
  const [moved, ...otherMoved] = files.filter((file) => !existsSync(join(root, file)));
  const inPlaceFile = names.flatMap((name) => inPlace.filter((file) => posix.basename(file) === name))[0];
  const oldPath = inPlaceFile ?? (otherMoved.length === 0 ? moved : undefined);
  const text = oldPath === undefined ? undefined : await readBlob(revision, oldPath, folder);
  const from = posix.dirname(oldPath ?? pathNow);
  const specs =
    specsIn(text) ?? [config.specs].flat().map((spec) => relative(dirname(path), resolve(dirname(path), spec)));
  return { folder: from, specs: specs.map((spec) => posix.join(from, spec)), text };
}

/**
 * Reads the specifications that were configured at a Git revision; none if the API did not exist yet. Throws a UsageError if
 * this is uncertain, because specifications are no longer where they were.
 */
export async function readConfigured(
  revision: string,
  loaded: LoadedConfig,
  folder: string,
): Promise<readonly SourceFile[]> {
  const { specs } = await findOldConfig(revision, loaded, folder);
  const files = await readRevision(revision, specs, folder);
  if (files.length > 0) {
    return files;
  }
  const root = await findRepository(folder);
  const oldFiles = await listRevision(revision, folder);
  const movedFile = oldFiles.find((file) => file.endsWith(".stone") && !existsSync(join(root, file)));
  if (movedFile === undefined) {
    return [];
  }
  throw new UsageError(
    `The revision ${revision} has no .stone file in ${specs.join(", ")}, but ${movedFile}, which is not there any more. ` +
      `If it was moved, name the folder in which it was: 'git:${revision}:${posix.dirname(movedFile)}'.`,
  );
}

/**
 * Returns the names that were configured at the old side of a comparison, if that is a Git revision with a configuration in JSON;
 * otherwise those of today.
 */
export async function readOldNames(side: string, loaded: LoadedConfig | undefined): Promise<Config["names"]> {
  const [, revision] = /^git:([^:]*)/.exec(side) ?? [];
  const old = revision === undefined || loaded === undefined ? undefined : await findOldConfig(revision, loaded, "");
  try {
    return (JSON.parse(old?.text ?? "") as Pick<Config, "names">).names ?? {};
  } catch {
    return loaded?.config.names;
  }
}

/** Returns the specifications that a configuration names as literals; undefined if there are none. */
function specsIn(text = ""): readonly string[] | undefined {
  const [, value = ""] = /(?<![\w.])["']?specs["']?\s*:\s*(\[[^\]]*\]|"[^"]*"|'[^']*'|`[^`$]*`)/.exec(text) ?? [];
  const specs = [...value.matchAll(/"([^"]*)"|'([^']*)'|`([^`$]*)`/g)].map(([, a, b, c]) => a ?? b ?? c ?? "");
  return specs.length === 0 ? undefined : specs;
}
