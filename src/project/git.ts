import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { errorCode, UsageError } from "./failure.js";

/** A failure of Git, with Git's message. */
export class GitError extends Error {
  override readonly name = "GitError";
  /** The exit code of Git. */
  readonly code: unknown;

  constructor(code: unknown, output: string) {
    super(output.trim().replace(/^fatal: /, ""));
    this.code = code;
  }
}

/**
 * Runs Git in a folder, by default the working directory, and returns its output. Rejects with a {@link GitError} if
 * Git fails, or a UsageError if it is not installed.
 */
export function git(args: readonly string[], input?: string, folder = ""): Promise<Buffer> {
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
