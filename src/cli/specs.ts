import { readdir, readFile, stat } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { buffer } from "node:stream/consumers";
import { glob, isDynamicPattern } from "tinyglobby";
import type { SourceFile } from "../source/source.js";
import { reasonOf, UsageError } from "./failure.js";
import { splitStandardInput } from "./standard-input.js";
import { decodeUtf8 } from "./utf8.js";

/** Stands for standard input. */
const standardInput = "-";

/**
 * Reads specifications: files, folders with all `.stone` files below them, globs, or `-` for standard input. They come
 * in the order of the arguments, and by path where one stands for several; what is named twice is read once. Throws a
 * UsageError which tells of all that cannot be read.
 */
export async function readSpecs(specs: readonly string[]): Promise<SourceFile[]> {
  if (specs.includes(standardInput)) {
    if (specs.some((spec) => spec !== standardInput)) {
      throw new UsageError("Standard input, '-', cannot be read together with files.");
    }
    return splitStandardInput(textOf(await buffer(process.stdin), "Standard input"));
  }
  const problems: string[] = [];
  const found = await settle(specs.map(findFiles), problems);
  const paths = new Map<string, string>();
  for (const path of found.flat()) {
    const whole = resolve(path);
    paths.set(whole, paths.get(whole) ?? path);
  }
  const files = await settle([...paths.values()].map(readSpec), problems);
  if (problems.length > 0) {
    throw new UsageError(problems.join("\n"));
  }
  return files;
}

/** The results of those that succeed; the messages of those that fail with a UsageError go into `problems`. */
async function settle<Result>(promises: readonly Promise<Result>[], problems: string[]): Promise<Result[]> {
  const results: Result[] = [];
  for (const outcome of await Promise.allSettled(promises)) {
    if (outcome.status === "fulfilled") {
      results.push(outcome.value);
    } else if (outcome.reason instanceof UsageError) {
      problems.push(outcome.reason.message);
    } else {
      throw outcome.reason;
    }
  }
  return results;
}

async function findFiles(spec: string): Promise<string[]> {
  const stats = await stat(spec).catch(() => undefined);
  if (stats?.isDirectory() === true) {
    return filesBelow(spec);
  }
  if (stats === undefined && isDynamicPattern(spec)) {
    return filesMatching(spec);
  }
  if (stats !== undefined && !isStone(spec)) {
    throw new UsageError(`${spec} is no specification: its name does not end in .stone.`);
  }
  return [spec];
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((thrown: unknown) => {
    throw new UsageError(`${folder} cannot be read: ${reasonOf(thrown)}.`);
  });
  const paths = entries
    .filter((entry) => !entry.isDirectory() && isStone(entry.name))
    .map((entry) => join(folder, relative(folder, join(entry.parentPath, entry.name))));
  if (paths.length === 0) {
    throw new UsageError(`There is no .stone file in ${folder}.`);
  }
  return paths.sort();
}

async function filesMatching(pattern: string): Promise<string[]> {
  const paths = (await glob(pattern)).filter(isStone);
  if (paths.length === 0) {
    throw new UsageError(`No .stone file matches ${pattern}.`);
  }
  return paths.sort();
}

function isStone(path: string): boolean {
  return path.endsWith(".stone");
}

async function readSpec(path: string): Promise<SourceFile> {
  const bytes = await readFile(path).catch((thrown: unknown) => {
    throw new UsageError(`${path} cannot be read: ${reasonOf(thrown)}.`);
  });
  return { path, text: textOf(bytes, path) };
}

function textOf(bytes: Uint8Array, name: string): string {
  const text = decodeUtf8(bytes);
  if (typeof text !== "string") {
    throw new UsageError(`${name} is not UTF-8: see line ${text.line}, column ${text.column}.`);
  }
  return text;
}
