import { execFile } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

/** Builds `dist/` for tests of the command line, unless nothing in `src/` has changed since it was built. */
export default async function setup(): Promise<void> {
  const built = statSync("dist/cli/main.js", { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const changed = readdirSync("src", { recursive: true, encoding: "utf8" }).some(
    (path) => statSync(join("src", path)).mtimeMs > built,
  );
  if (changed) {
    // What tsc has to say of types is the business of `npm run check`; the tests run on what it wrote.
    await promisify(execFile)(process.execPath, ["node_modules/typescript/bin/tsc", "-p", "src"]).catch(
      ({ stdout }: { stdout: string }) => console.warn(`\n*** dist/ was built in spite of errors ***\n${stdout}`),
    );
  }
}
