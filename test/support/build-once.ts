import { spawnSync } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** Builds `dist/` for the tests, unless nothing that it is made of has changed since it was built. */
export default function setup(): void {
  const built = statSync("dist/build-id.txt", { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const isNew = (path: string): boolean => statSync(path).mtimeMs > built;
  const sources = ["src", "templates"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => join(folder, path)),
  );
  if ([...sources, "bundle.ts", "config-schema.ts"].some(isNew)) {
    // What tsc has to say of types is the business of `npm run check`; the tests run on what was written.
    for (const [script, ...args] of [
      ["typescript-newest/bin/tsc", "-p", "src"],
      ["jiti/lib/jiti-cli.mjs", "bundle.ts"],
    ]) {
      const { status, stdout, stderr } = spawnSync(process.execPath, [join("node_modules", script ?? ""), ...args], {
        encoding: "utf8",
      });
      if (status !== 0) {
        console.warn(`\n*** dist/ was built in spite of errors ***\n${stdout}${stderr}`);
      }
    }
  }
}
