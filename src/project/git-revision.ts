import { readFile } from "node:fs/promises";
import { relative, resolve, sep, basename, dirname } from "node:path";
import type { SourceFile } from "../text/source.js";
import { UsageError, errorCode } from "./failure.js";
import { decodeText } from "./specs.js";
import { execFile } from "node:child_process";

/**
 * Reads the specifications that some paths name in a Git revision; none if there are none. Nothing is checked out or fetched (CMP-71). `REV...` means the merge base
 * of the revision and `HEAD`. Paths are files, folders or globs, relative to the root of the repository that contains
 * `folder`. Throws a UsageError if the revision does not exist.
 */
export async function readRevision(
  revision: string,
  paths: readonly string[],
  folder = "",
): Promise<readonly SourceFile[]> {
  const commit = await resolveRevision(revision, folder);
  const isNamed = await matcherOf(paths);
  const blobs = (await listBlobs(commit, folder)).filter(({ path }) => path.endsWith(".stone") && isNamed(path));
  const contents = await readBlobs(
    blobs.map(({ id }) => id),
    folder,
  );
  return blobs.map(({ path }, index) => {
    const name = `git:${revision}:${path}`;
    return { path: name, text: decodeText(contents[index] ?? Buffer.alloc(0), name) };
  });
}

/** Returns the paths of all files at a revision, relative to the root of the repository that contains `folder`. */
export async function listRevision(revision: string, folder: string): Promise<readonly string[]> {
  return (await listBlobs(await resolveRevision(revision, folder), folder)).map(({ path }) => path);
}

/**
 * Returns the text of a file at a revision; undefined if the file does not exist there. `path` is relative to the root of
 * the repository that contains `folder`.
 */
export async function readBlob(revision: string, path: string, folder = ""): Promise<string | undefined> {
  const commit = await resolveRevision(revision, folder);
  try {
    return (await git(["cat-file", "blob", `${commit}:${path}`], undefined, folder)).toString("utf8");
  } catch {
    return undefined;
  }
}

/**
 * Converts a path relative to a folder to a path relative to the root of the folder's repository. Throws a UsageError
 * if the path is outside of the repository.
 */
export async function pathInRepository(path: string, folder = ""): Promise<string> {
  const root = await findRepository(folder);
  const relativePath = relative(root, resolve(folder, path)).split(sep).join("/") || ".";
  if (relativePath.startsWith("../")) {
    throw new UsageError(`${path} is not in the Git repository ${root}.`);
  }
  return relativePath;
}

/** Returns the root of the repository that contains a folder. */
export async function findRepository(folder: string): Promise<string> {
  return (await ask(["rev-parse", "--show-toplevel"], folder)).toString("utf8").trim();
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
  const output = await ask(["ls-tree", "-rz", "--full-tree", commit], folder);
  return output
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
  const commit = await lastLine(args, folder);
  if (commit === undefined) {
    throw new UsageError(`Git does not find the revision ${named} here. Fetch it${await adviseFetch(named, folder)}`);
  }
  return base === undefined ? commit : findMergeBase(base, commit, folder);
}

/**
 * Returns the newest common ancestor of a revision and `HEAD`. Throws a UsageError if there is none, or if a shallow clone
 * may lack a newer one.
 */
async function findMergeBase(name: string, commit: string, folder: string): Promise<string> {
  const base = await lastLine(["merge-base", commit, "HEAD"], folder);
  const cut = await findCutCommits(folder);
  if (base === undefined) {
    const what = `Git knows no common ancestor of ${name} and HEAD here.`;
    throw new UsageError(
      cut.size > 0
        ? `${what} Fetch the rest of the history${await adviseFetch(name, folder)}`
        : `${what} Their histories are separate: compare with 'git:${name}'.`,
    );
  }
  if (cut.size > 0) {
    const since = (await ask(["rev-list", commit, "HEAD", `^${base}`], folder)).toString("utf8").split("\n");
    if (since.some((one) => cut.has(one))) {
      throw new UsageError(
        `This clone is shallow, and ${name} and HEAD may have a newer common ancestor than it has. ` +
          "Fetch the rest of the history" +
          (await adviseFetch(name, folder)),
      );
    }
  }
  return base;
}

/** Returns the commits of which a shallow clone lacks the parents. */
async function findCutCommits(folder: string): Promise<ReadonlySet<string>> {
  const path = (await ask(["rev-parse", "--git-path", "shallow"], folder)).toString("utf8").trim();
  try {
    return new Set((await readFile(resolve(folder, path), "utf8")).split("\n").filter((line) => line !== ""));
  } catch {
    return new Set(); // the clone is not shallow
  }
}

/** Continues the advice to fetch a revision and its history: says how. */
async function adviseFetch(name: string, folder: string): Promise<string> {
  const remotes = (await ask(["remote"], folder)).toString("utf8").split("\n");
  const isShallow = (await findCutCommits(folder)).size > 0;
  const refspec = refspecOf(name, remotes);
  if (remotes.length < 2 || (refspec === undefined && !isShallow)) {
    return ", or check the name."; // Git knows no remote, or has the whole history
  }
  const command = ["git fetch", ...(isShallow ? ["--unshallow"] : []), ...(refspec ?? [])].join(" ");
  return ` with '${command}'; in GitHub Actions, check out with 'fetch-depth: 0'.`;
}

/** Returns the arguments of `git fetch` that create a revision; undefined for one that is relative to `HEAD`. */
function refspecOf(name: string, remotes: readonly string[]): readonly string[] | undefined {
  const branch = name.replace(/[~^].*$/s, "");
  const remote = remotes.find((one) => one !== "" && name.startsWith(`${one}/`));
  if (remote !== undefined) {
    return [remote, `+${branch.slice(remote.length + 1)}:refs/remotes/${branch}`];
  }
  if (/^(?:HEAD\b|@)/.test(name)) {
    return undefined;
  }
  const isHash = /^[0-9a-f]{7,64}$/.test(branch);
  const isRelease = /^(?:\w+@)?v?\d/.test(branch);
  return ["origin", ...(isHash ? [branch] : isRelease ? ["tag", branch] : [`${branch}:${branch}`])];
}

/**
 * Returns the last line of Git's output; undefined if Git exits with code 1, because it does not find what was requested.
 */
async function lastLine(args: readonly string[], folder: string): Promise<string | undefined> {
  try {
    return (await git(args, undefined, folder)).toString("utf8").trim().split("\n").at(-1) ?? "";
  } catch (thrown) {
    if (thrown instanceof GitError && thrown.code === 1) {
      return undefined;
    }
    throw thrown instanceof GitError ? inOwnWords(thrown) : thrown;
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

/** A failure of Git, with Git's message. */
class GitError extends Error {
  override readonly name = "GitError";
  /** The exit code of Git. */
  readonly code: unknown;

  constructor(code: unknown, output: string) {
    super(output.trim().replace(/^fatal: /, ""));
    this.code = code;
  }
}

/** Whether a file is committed to Git as it is. One that Git ignores, or that is in no repository, is not. */
export async function isCommitted(file: string): Promise<boolean> {
  const args = ["status", "--porcelain", "--ignored", "--", basename(file)];
  return git(args, undefined, dirname(file)).then(
    (output) => output.length === 0,
    () => false,
  );
}

/**
 * Runs Git in a folder, by default the working directory, and returns its output. Rejects with a {@link GitError} if
 * Git fails, or a UsageError if it is not installed.
 */
function git(args: readonly string[], input?: string, folder = ""): Promise<Buffer> {
  return new Promise((succeed, fail) => {
    const options = { encoding: "buffer", maxBuffer: 2 ** 30, cwd: resolve(folder) } as const;
    const child = execFile("git", args, options, (error, stdout, stderr) => {
      if (error === null) {
        succeed(stdout);
      } else if (errorCode(error) === "ENOENT") {
        fail(new UsageError("Git is not installed, or not on the PATH."));
      } else {
        fail(new GitError(error.code, stderr.toString("utf8")));
      }
    });
    child.stdin?.on("error", () => undefined); // Git may exit before it has read all input, which its exit code explains
    child.stdin?.end(input);
  });
}
