import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { folderWith } from "../cli/command-line.js";

test("npm run fetch:dropbox-spec clones the specification at its commit, and may run again", () => {
  const folder = folderWith({});
  const repository = join(folder, "repository");
  mkdirSync(repository);
  const git = (...args: string[]): string =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.example", ...args], {
      cwd: repository,
      encoding: "utf8",
    });
  git("init", "--quiet");
  for (const text of ["namespace files\n", "namespace newer\n"]) {
    writeFileSync(join(repository, "files.stone"), text);
    git("add", ".");
    git("commit", "--quiet", "--message", text);
  }
  const commit = git("rev-parse", "--short", "HEAD~1").trim();
  // Git takes the local repository wherever it is given the public one.
  const env = {
    ...process.env,
    GIT_CONFIG_COUNT: "1",
    GIT_CONFIG_KEY_0: `url.${repository}.insteadOf`,
    GIT_CONFIG_VALUE_0: "https://github.com/dropbox/dropbox-api-spec",
  };
  const script = [resolve("node_modules/jiti/lib/jiti-cli.mjs"), resolve("test/corpus/fetch-dropbox-spec.ts")];
  for (let times = 0; times < 2; times++) {
    execFileSync(process.execPath, [...script, commit, folder], { env, stdio: "ignore" });
    expect(readFileSync(join(folder, "dropbox/files.stone"), "utf8")).toBe("namespace files\n");
  }
});
