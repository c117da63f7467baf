import { readFileSync, readdirSync, statSync, type Stats } from "node:fs";
import { join, resolve } from "node:path";
import type { Position, SourceFile } from "../text/source.js";
import { failureReason, UsageError } from "./failure.js";
import { decodeUtf8 } from "./utf8.js";

/**
 * Matches the start of a line that declares a namespace. Stone splits at the word alone, which documentation may
 * contain.
 */
const declaration = /^(?=namespace[ \t]+[A-Za-z_][A-Za-z0-9_-]*[ \t]*(?:#.*)?$)/m;

/**
 * Splits standard input into the files `stdin.1`, `stdin.2` and so on, each of which declares a namespace and counts its
 * own lines (CLI-4). Text before the first declaration belongs to the first file.
 */
export function splitStandardInput(text: string): SourceFile[] {
  const [first = "", ...otherPieces] = text.split(declaration);
  const pieces = declaration.test(first)
    ? [first, ...otherPieces]
    : [first + (otherPieces[0] ?? ""), ...otherPieces.slice(1)];
  return pieces.map((piece, index) => ({ path: `stdin.${index + 1}`, text: piece }));
}

/** An error about specifications that are not valid UTF-8. */
export class NotUtf8 extends UsageError {
  /** All specifications. Invalid bytes are replaced with U+FFFD, so that other errors can be reported as well. */
  readonly files: readonly SourceFile[];

  constructor(message: string, files: readonly SourceFile[]) {
    super(message);
    this.files = files;
  }
}

/** Files that have been read, by path. */
export type KnownFiles = Map<string, { readonly bytes: Uint8Array; readonly file: SourceFile }>;

/** The argument for standard input. */
const standardInput = "-";

/**
 * Reads specifications: files, all `.stone` files in folders and their subfolders, globs, or `-` for standard input.
 * The result is in the order of the arguments. The files of a folder or glob are sorted by path, and duplicates are
 * read once. Throws a UsageError that lists everything that cannot be read, or a NotUtf8 if invalid bytes are the only
 * problem.
 *
 * `known` has the files of the last time, and is updated: a file with the same bytes is not decoded again, which takes longer
 * than reading it.
 */
export async function readSpecs(specs: readonly string[], knownFiles: KnownFiles = new Map()): Promise<SourceFile[]> {
  if (specs.includes(standardInput)) {
    if (specs.some((spec) => spec !== standardInput)) {
      throw new UsageError("Standard input, '-', cannot be combined with files.");
    }
    return splitStandardInput(await readStandardInput());
  }
  const problems: string[] = [];
  const paths = await findSpecs(specs, problems);
  const contents = await settle(
    paths.map((path) => () => ({ path, bytes: reading(path, () => readFileSync(path)) })),
    problems,
  );
  const notUtf8: string[] = [];
  const files = contents.map(({ path, bytes }) => {
    const before = knownFiles.get(path);
    if (before !== undefined && bytes.equals(before.bytes)) {
      return before.file;
    }
    const text = decodeUtf8(bytes);
    if (typeof text === "string") {
      const file = { path, text };
      knownFiles.set(path, { bytes, file });
      return file;
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

/** Reads standard input to its end. Throws a UsageError if it is not UTF-8. */
export async function readStandardInput(): Promise<string> {
  const { buffer } = await import("node:stream/consumers");
  return decodeText(await buffer(process.stdin), "Standard input");
}

/** Decodes UTF-8. Throws a UsageError that contains `name` if the bytes are not valid. */
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

/**
 * The paths of specifications: files, folders with all `.stone` files below them, or globs. They are in the order of the
 * arguments; the files of a folder or glob are sorted by path, and duplicates are left out. The messages of UsageErrors are
 * added to `problems`.
 */
async function findSpecs(specs: readonly string[], problems: string[]): Promise<string[]> {
  const pathLists = await settle(
    specs.map((spec) => () => findFiles(spec)),
    problems,
  );
  const paths = new Map<string, string>();
  for (const path of pathLists.flat()) {
    const whole = resolve(path);
    paths.set(whole, paths.get(whole) ?? path);
  }
  return [...paths.values()];
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

/** The result of an access to a file. Throws a UsageError with the reason if it fails. */
function reading<Result>(path: string, contents: () => Result): Result {
  try {
    return contents();
  } catch (thrown) {
    throw new UsageError(`${path} cannot be read: ${failureReason(thrown)}.`);
  }
}
