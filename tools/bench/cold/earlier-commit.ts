import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { repository } from "../measured-api.js";

/** The commit before results were recorded, which made cold runs slower without anyone noticing. */
export const earlierCommit = "15ed6c1";

/**
 * Returns the entry point of the command line at that commit, which is built once and kept in the folder for temporary
 * files.
 */
export function buildEarlierCommit(): string {
  const folder = join(tmpdir(), `ashlar-bench-${earlierCommit}`);
  const main = join(folder, "dist/cli/main.js");
  if (!existsSync(main)) {
    mkdirSync(folder, { recursive: true });
    const archive = execFileSync("git", ["archive", earlierCommit], { cwd: repository, maxBuffer: 2 ** 30 });
    execFileSync("tar", ["x"], { cwd: folder, input: archive });
    const npm = (...args: readonly string[]): Buffer => execFileSync("npm", args, { cwd: folder, stdio: "pipe" });
    npm("install", "--no-audit", "--no-fund");
    npm("run", "build");
  }
  return main;
}
