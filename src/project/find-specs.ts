import { readdirSync, statSync, type Stats } from "node:fs";
import { join, resolve } from "node:path";
import { failureReason, UsageError } from "./failure.js";

/**
 * The paths of specifications: files, folders with all `.stone` files below them, or globs. They are in the order of the
 * arguments; the files of a folder or glob are sorted by path, and duplicates are left out. The messages of UsageErrors are
 * added to `problems`.
 */
export async function findSpecs(specs: readonly string[], problems: string[]): Promise<string[]> {
  const found = await settle(
    specs.map((spec) => () => findFiles(spec)),
    problems,
  );
  const paths = new Map<string, string>();
  for (const path of found.flat()) {
    const whole = resolve(path);
    paths.set(whole, paths.get(whole) ?? path);
  }
  return [...paths.values()];
}

/** The results of the tasks that succeed. The messages of UsageErrors are added to `problems`. */
export async function settle<Result>(
  tasks: readonly (() => Result | Promise<Result>)[],
  problems: string[],
): Promise<Result[]> {
  const results: Result[] = [];
  // Sequentially: this is faster for small files, and never opens too many at once.
  for (const task of tasks) {
    try {
      results.push(await task());
    } catch (thrown) {
      if (!(thrown instanceof UsageError)) {
        throw thrown;
      }
      problems.push(thrown.message);
    }
  }
  return results;
}

async function findFiles(spec: string): Promise<string[]> {
  const stats = readStats(spec);
  if (stats?.isDirectory() === true) {
    return filesBelow(spec);
  }
  if (stats === undefined) {
    const { glob, isDynamicPattern } = await import("tinyglobby");
    return isDynamicPattern(spec) ? filesMatching(spec, await glob(spec)) : [spec];
  }
  if (!isStone(spec)) {
    throw new UsageError(`${spec} is not a specification: its name does not end in .stone.`);
  }
  return [spec];
}

function readStats(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined; // reading the file reports the reason
  }
}

function filesBelow(folder: string): string[] {
  const paths = stonesIn(folder);
  if (paths.length === 0) {
    throw new UsageError(`There is no .stone file in ${folder}.`);
  }
  return paths.sort();
}

/**
 * The specifications in a folder and its subfolders. Links to folders are not followed, because they may be circular;
 * the option `recursive` of `readdirSync` handles them differently in some versions of Node.
 */
function stonesIn(folder: string): string[] {
  return reading(folder, () => readdirSync(folder, { withFileTypes: true })).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? stonesIn(path) : isStone(path) ? [path] : [];
  });
}

function filesMatching(pattern: string, found: readonly string[]): string[] {
  const paths = found.filter(isStone);
  if (paths.length === 0) {
    throw new UsageError(`No .stone file matches ${pattern}.`);
  }
  return paths.sort();
}

function isStone(path: string): boolean {
  return path.endsWith(".stone");
}

/** The result of an access to a file. Throws a UsageError with the reason if it fails. */
export function reading<Result>(path: string, read: () => Result): Result {
  try {
    return read();
  } catch (thrown) {
    throw new UsageError(`${path} cannot be read: ${failureReason(thrown)}.`);
  }
}
