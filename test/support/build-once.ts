import { spawnSync } from "node:child_process";

/** Builds what tests run, unless nothing has changed since the last build. Tests of sources do not depend on it. */
export default function setup(): void {
  const script = ["node_modules/jiti/lib/jiti-cli.mjs", "build-when-stale.ts"];
  const { status, stdout, stderr } = spawnSync(process.execPath, script, { encoding: "utf8" });
  if (status !== 0) {
    console.warn(`\n*** The build failed: dist/ may be older than its sources ***\n${stdout}${stderr}`);
  }
}
