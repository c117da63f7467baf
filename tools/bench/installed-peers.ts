import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("peers", import.meta.url));

/**
 * The packages that only suites need: generators, which need a newer Node than Ashlar, and Node 24. They are too
 * large for development dependencies: they have a lock file of their own and are installed when a suite needs them.
 */
export function installPeers(): string {
  const modules = join(folder, "node_modules");
  if (!existsSync(join(modules, ".package-lock.json"))) {
    execFileSync("npm", ["ci", "--no-audit", "--no-fund"], { cwd: folder, stdio: "ignore" });
  }
  return modules;
}

/** The binary of Node 24, which most people use. */
export function node24(): string {
  return join(installPeers(), "node/bin/node");
}
