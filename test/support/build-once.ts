import { spawnSync } from "node:child_process";

/** Builds what tests run, unless nothing has changed since the last build. */
export default function setup(): void {
  const script = ["node_modules/jiti/lib/jiti-cli.mjs", "tools/build/build-when-stale.ts"];
  const { status } = spawnSync(process.execPath, script, { stdio: "inherit" });
  if (status !== 0) {
    throw new Error("The build failed: what it says is above.");
  }
}
