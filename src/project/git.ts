import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { errorCode, UsageError } from "./failure.js";

/** What Git says when it fails. */
export class GitError extends Error {
  override readonly name = "GitError";
  /** The exit code of Git. */
  readonly code: unknown;

  constructor(code: unknown, output: string) {
    super(output.trim().replace(/^fatal: /, ""));
    this.code = code;
  }
}

/** The output of Git in a folder, by default the working directory. Throws a {@link GitError} if it fails, and a UsageError if it is not installed. */
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
    child.stdin?.on("error", () => undefined); // Git ends before it has read all: its exit code says why
    child.stdin?.end(input);
  });
}
