import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Returns the binary of Node 24, which most people use, from the npm package `node`. It is kept in the folder for
 * temporary files.
 */
export function installNode24(): string {
  const folder = join(tmpdir(), "ashlar-bench-node-24");
  const binary = join(folder, "node_modules/node/bin/node");
  if (!existsSync(binary)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), "{}");
    execFileSync("npm", ["install", "--no-audit", "--no-fund", "node@24"], { cwd: folder, stdio: "pipe" });
  }
  return binary;
}
