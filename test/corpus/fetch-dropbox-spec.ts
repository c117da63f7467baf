import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

/*
 * Clones the public Dropbox specification into `test/corpus/dropbox`, at the commit whose IR and wire vectors were
 * recorded. Git does not follow that folder: the specification is no part of this project.
 */

const repository = "https://github.com/dropbox/dropbox-api-spec";
const commit = process.argv[2] ?? "0d994eb";
const folder = join(process.argv[3] ?? import.meta.dirname, "dropbox");

if (existsSync(folder)) {
  git("-C", folder, "fetch");
} else {
  git("clone", "--no-checkout", repository, folder);
}
git("-C", folder, "checkout", "--detach", commit);

function git(...args: readonly string[]): void {
  execFileSync("git", args, { stdio: "inherit" });
}
