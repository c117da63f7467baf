import { spawnSync } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** Builds `dist/` for tests of the command line, unless nothing in `src/` has changed since it was built. */
export default function setup(): void {
  const built = statSync("dist/cli/main.js", { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const isNew = (path: string): boolean => statSync(join("src", path)).mtimeMs > built;
  if (readdirSync("src", { recursive: true, encoding: "utf8" }).some(isNew)) {
    const compiler = "node_modules/typescript/bin/tsc";
    const { status, stdout } = spawnSync(process.execPath, [compiler, "-p", "src"], { encoding: "utf8" });
    if (status !== 0) {
      // What tsc has to say of types is the business of `npm run check`; the tests run on what it wrote.
      console.warn(`\n*** dist/ was built in spite of errors ***\n${stdout}`);
    }
  }
}
