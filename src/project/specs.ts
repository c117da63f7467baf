import { readdirSync, readFileSync, statSync, type Stats } from "node:fs";
import { join, resolve } from "node:path";
import type { Position, SourceFile } from "../source/source.js";
import { failureReason, UsageError } from "./failure.js";
import { splitStandardInput } from "./standard-input.js";
import { decodeUtf8 } from "./utf8.js";

/** Thrown if some specifications have bytes that are not UTF-8. */
export class NotUtf8 extends UsageError {
  /** All specifications, with U+FFFD for each invalid byte, so that other errors can be reported as well. */
  readonly files: readonly SourceFile[];

  constructor(message: string, files: readonly SourceFile[]) {
    super(message);
    this.files = files;
  }
}

/** The argument for standard input. */
const standardInput = "-";

/**
 * Reads specifications: files, folders with all `.stone` files below them, globs, or `-` for standard input. They are
 * in the order of the arguments; the files of a folder or glob are sorted by path, and duplicates are read once. Throws
 * a UsageError that lists everything that cannot be read, or a NotUtf8 if invalid bytes are the only problem.
 */
export async function readSpecs(specs: readonly string[]): Promise<SourceFile[]> {
  if (specs.includes(standardInput)) {
    if (specs.some((spec) => spec !== standardInput)) {
      throw new UsageError("Standard input, '-', cannot be combined with files.");
    }
    return splitStandardInput(await readStandardInput());
  }
  const problems: string[] = [];
  const found = await settle(
    specs.map((spec) => () => findFiles(spec)),
    problems,
  );
  const paths = new Map<string, string>();
  for (const path of found.flat()) {
    const whole = resolve(path);
    paths.set(whole, paths.get(whole) ?? path);
  }
  const read = await settle(
    [...paths.values()].map((path) => () => ({ path, bytes: reading(path, () => readFileSync(path)) })),
    problems,
  );
  const notUtf8: string[] = [];
  const files = read.map(({ path, bytes }) => {
    const text = decodeUtf8(bytes);
    if (typeof text === "string") {
      return { path, text };
    }
    notUtf8.push(notUtf8Message(path, text));
    return { path, text: new TextDecoder().decode(bytes) };
  });
  if (problems.length > 0) {
    throw new UsageError([...problems, ...notUtf8].join("\n"));
  }
  if (notUtf8.length > 0) {
    throw new NotUtf8(notUtf8.join("\n"), files);
  }
  return files;
}

/** All of standard input. Throws a UsageError if it is not UTF-8. */
export async function readStandardInput(): Promise<string> {
  const { buffer } = await import("node:stream/consumers");
  return decodeText(await buffer(process.stdin), "Standard input");
}

/** The results of the tasks that succeed. The messages of UsageErrors are added to `problems`. */
async function settle<Result>(
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

function reading<Result>(path: string, read: () => Result): Result {
  try {
    return read();
  } catch (thrown) {
    throw new UsageError(`${path} cannot be read: ${failureReason(thrown)}.`);
  }
}

/** The text of a file. Throws a UsageError if it is not UTF-8. */
export function decodeText(bytes: Uint8Array, name: string): string {
  const text = decodeUtf8(bytes);
  if (typeof text !== "string") {
    throw new UsageError(notUtf8Message(name, text));
  }
  return text;
}

function notUtf8Message(name: string, { line, column }: Position): string {
  return `${name} is not UTF-8: see line ${line}, column ${column}.`;
}
