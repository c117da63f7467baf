import { execFile } from "node:child_process";
import { relative, resolve, sep } from "node:path";
import type { SourceFile } from "../source/source.js";
import { errorCode, UsageError } from "./failure.js";

/**
 * The specifications of a Git revision, read in place: nothing is checked out or fetched. `REV...` is the merge base of
 * the revision and `HEAD`. Paths are relative to the root of the repository. Throws a UsageError if there is no such
 * revision or no specification.
 */
export async function readRevision(revision: string, paths: readonly string[]): Promise<readonly SourceFile[]> {
  if (revision === "" || revision.startsWith("-")) {
    throw new UsageError(`'${revision}' is no Git revision.`);
  }
  const commit = await resolveRevision(revision);
  const listed = await git(["ls-tree", "-rz", "--full-tree", "--name-only", commit, "--", ...paths]);
  const names = listed
    .toString("utf8")
    .split("\0")
    .filter((name) => name.endsWith(".stone"));
  if (names.length === 0) {
    throw new UsageError(`The revision ${revision} has no .stone file in ${paths.join(", ")}.`);
  }
  return Promise.all(
    names.sort().map(async (name) => {
      const text = await git(["cat-file", "blob", `${commit}:${name}`]);
      return { path: `git:${revision}:${name}`, text: text.toString("utf8") };
    }),
  );
}

/** The text of a file at a revision, by its path from the working directory; undefined if it is not there. */
export async function readBlob(revision: string, path: string): Promise<string | undefined> {
  const commit = await resolveRevision(revision);
  const name = await pathInRepository(path);
  try {
    return (await git(["cat-file", "blob", `${commit}:${name}`])).toString("utf8");
  } catch {
    return undefined;
  }
}

/** A path of the working directory as one from the root of the repository. */
export async function pathInRepository(path: string): Promise<string> {
  const root = (await git(["rev-parse", "--show-toplevel"])).toString("utf8").trim();
  return relative(root, resolve(path)).split(sep).join("/") || ".";
}

async function resolveRevision(revision: string): Promise<string> {
  const base = /^(.+)\.\.\.$/.exec(revision)?.[1];
  const args =
    base === undefined
      ? ["rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`]
      : ["merge-base", "--", base, "HEAD"];
  try {
    return (await git(args)).toString("utf8").trim().split("\n").at(-1) ?? "";
  } catch (thrown) {
    if (thrown instanceof UsageError) {
      throw thrown;
    }
    throw new UsageError(
      `Git knows no revision ${revision} here. Fetch it, for example with 'git fetch --depth=1 origin main'; ` +
        "in GitHub Actions, check out with 'fetch-depth: 0'.",
    );
  }
}

/** The output of Git. Throws a UsageError if there is no Git. */
function git(args: readonly string[]): Promise<Buffer> {
  return new Promise((succeed, fail) => {
    execFile("git", args, { encoding: "buffer", maxBuffer: 2 ** 30 }, (error, stdout) => {
      if (error === null) {
        succeed(stdout);
      } else if (errorCode(error) === "ENOENT") {
        fail(new UsageError("Git is not installed, or not on the PATH."));
      } else {
        fail(new Error(error.message));
      }
    });
  });
}
