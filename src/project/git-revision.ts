import { relative, resolve, sep } from "node:path";
import type { SourceFile } from "../source/source.js";
import { UsageError } from "./failure.js";
import { git, GitError } from "./git.js";
import { decodeText } from "./specs.js";

/**
 * Reads the specifications of a Git revision. Nothing is checked out or fetched (CMP-71). `REV...` means the merge base
 * of the revision and `HEAD`. Paths are files, folders or globs, relative to the root of the repository that contains
 * `folder`. Throws a UsageError if the revision does not exist or contains no specification.
 */
export async function readRevision(
  revision: string,
  paths: readonly string[],
  folder = "",
): Promise<readonly SourceFile[]> {
  const commit = await resolveRevision(revision, folder);
  const isNamed = await matcherOf(paths);
  const blobs = (await listBlobs(commit, folder)).filter(({ path }) => path.endsWith(".stone") && isNamed(path));
  if (blobs.length === 0) {
    throw new UsageError(`The revision ${revision} has no .stone file in ${paths.join(", ")}.`);
  }
  const contents = await readBlobs(
    blobs.map(({ id }) => id),
    folder,
  );
  return blobs.map(({ path }, index) => {
    const name = `git:${revision}:${path}`;
    return { path: name, text: decodeText(contents[index] ?? Buffer.alloc(0), name) };
  });
}

/**
 * Returns the text of a file at a revision; undefined if the file does not exist there. `path` is relative to the
 * working directory.
 */
export async function readBlob(revision: string, path: string): Promise<string | undefined> {
  const commit = await resolveRevision(revision, "");
  const name = await pathInRepository(path);
  try {
    return (await git(["cat-file", "blob", `${commit}:${name}`])).toString("utf8");
  } catch {
    return undefined;
  }
}

/**
 * Converts a path relative to a folder to a path relative to the root of the folder's repository. Throws a UsageError
 * if the path is outside of the repository.
 */
export async function pathInRepository(path: string, folder = ""): Promise<string> {
  const root = (await ask(["rev-parse", "--show-toplevel"], folder)).toString("utf8").trim();
  const inside = relative(root, resolve(folder, path)).split(sep).join("/") || ".";
  if (inside.startsWith("../")) {
    throw new UsageError(`${path} is not in the Git repository ${root}.`);
  }
  return inside;
}

/** Returns a function that says whether one of these paths, which may be folders and globs, includes a file. */
async function matcherOf(paths: readonly string[]): Promise<(path: string) => boolean> {
  const { default: picomatch } = await import("picomatch");
  const tests = paths.map((path) => {
    const plain = path.replace(/^(?:\.\/)+|\/+$/g, "");
    const isGlobbed = picomatch(plain);
    return (name: string) =>
      plain === "" || plain === "." || name === plain || name.startsWith(`${plain}/`) || isGlobbed(name);
  });
  return (name) => tests.some((test) => test(name));
}

interface Blob {
  readonly id: string;
  readonly path: string;
}

/** Returns all files of a commit, in the order of their paths. */
async function listBlobs(commit: string, folder: string): Promise<readonly Blob[]> {
  const listed = await ask(["ls-tree", "-rz", "--full-tree", commit], folder);
  return listed
    .toString("utf8")
    .split("\0")
    .flatMap((line) => {
      const [, id, path] = /^100\d+ blob (\w+)\t(.*)$/s.exec(line) ?? [];
      return id === undefined || path === undefined ? [] : [{ id, path }];
    });
}

/** Returns the contents of blobs. Runs Git only once. */
async function readBlobs(ids: readonly string[], folder: string): Promise<readonly Buffer[]> {
  const output = await ask(["cat-file", "--batch"], folder, ids.map((id) => `${id}\n`).join(""));
  const contents: Buffer[] = [];
  for (let at = 0; at < output.length;) {
    const start = output.indexOf("\n", at) + 1;
    const [, size] = /^\w+ blob (\d+)$/.exec(output.toString("utf8", at, start - 1)) ?? [];
    if (size === undefined) {
      throw new UsageError(`Git cannot read the object ${output.toString("utf8", at, start - 1)}.`);
    }
    contents.push(output.subarray(start, start + Number(size)));
    at = start + Number(size) + 1;
  }
  return contents;
}

/**
 * Returns the commit of a revision. If the revision does not exist, throws a UsageError that explains how to get it.
 */
async function resolveRevision(revision: string, folder: string): Promise<string> {
  const base = /^(.+)\.\.\.$/.exec(revision)?.[1];
  const named = base ?? revision;
  if (named === "" || named.startsWith("-")) {
    throw new UsageError(`'${revision}' is not a Git revision.`);
  }
  const args = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${named}^{commit}`];
  const commit = await lastLine(args, folder, () => `Git does not find the revision ${named} here. Fetch it${remedy}`);
  return base === undefined
    ? commit
    : lastLine(
        ["merge-base", commit, "HEAD"],
        folder,
        () => `Git knows no common ancestor of ${base} and HEAD here. Fetch more of the history${remedy}`,
      );
}

const remedy =
  ", for example with 'git fetch --depth=1 origin main', or all of a shallow clone with 'git fetch --unshallow'; " +
  "in GitHub Actions, check out with 'fetch-depth: 0'.";

/**
 * Returns the last line of Git's output. If Git exits with code 1, because it does not find what was requested, throws
 * a UsageError with the explanation.
 */
async function lastLine(args: readonly string[], folder: string, explain: () => string): Promise<string> {
  try {
    return (await git(args, undefined, folder)).toString("utf8").trim().split("\n").at(-1) ?? "";
  } catch (thrown) {
    if (!(thrown instanceof GitError)) {
      throw thrown;
    }
    throw thrown.code === 1 ? new UsageError(explain()) : inOwnWords(thrown);
  }
}

/**
 * Returns the output of Git. If Git fails, throws a UsageError with Git's message, for example that there is no
 * repository.
 */
async function ask(args: readonly string[], folder: string, input?: string): Promise<Buffer> {
  try {
    return await git(args, input, folder);
  } catch (thrown) {
    throw thrown instanceof GitError ? inOwnWords(thrown) : thrown;
  }
}

function inOwnWords({ message }: GitError): UsageError {
  return new UsageError(`Git fails: ${message.replace(/\.$/, "")}.`);
}
