import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

const root = join(import.meta.dirname, "..");

test("a build runs again exactly if the contents of an input or output differ from those of the last build", () => {
  const project = newProject();
  expect(project.run()).toEqual({ status: 0, builds: 1 });
  expect(project.run()).toEqual({ status: 0, builds: 1 });

  utimesSync(project.path("src/a.ts"), new Date(), new Date()); // newer, but the same
  expect(project.run()).toEqual({ status: 0, builds: 1 });
  project.write("src/a.ts", "changed");
  expect(project.run()).toEqual({ status: 0, builds: 2 });
  project.write("service/src/deep/b.ts", "new");
  expect(project.run()).toEqual({ status: 0, builds: 3 });
  rmSync(project.path("service/src/deep/b.ts"));
  expect(project.run()).toEqual({ status: 0, builds: 4 });

  rmSync(project.path("dist/out.js"));
  expect(project.run()).toEqual({ status: 0, builds: 5 });
  project.write("service/dist/out.js", "broken");
  expect(project.run()).toEqual({ status: 0, builds: 6 });
  project.write("script-of-the-build.ts", "new");
  expect(project.run()).toEqual({ status: 0, builds: 7 });
  project.write("README.md", "no input");
  expect(project.run()).toEqual({ status: 0, builds: 7 });
});

test("a build that fails is not taken for fresh, not even if its sources are as they were", () => {
  const project = newProject();
  expect(project.run()).toEqual({ status: 0, builds: 1 });
  project.write("src/fail", "");
  expect(project.run().status).not.toBe(0);
  rmSync(project.path("src/fail"));
  expect(project.run()).toEqual({ status: 0, builds: 3 });
  expect(project.run()).toEqual({ status: 0, builds: 3 });
});

interface Project {
  readonly path: (name: string) => string;
  readonly write: (name: string, text: string) => void;
  /** Runs the script; how it ended, and how many builds there have been. */
  readonly run: () => { readonly status: number | null; readonly builds: number };
}

/** A project with the inputs and outputs of this one, whose builds are counted in a file. */
function newProject(): Project {
  const folder = mkdtempSync(join(tmpdir(), "build-when-stale-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = (name: string): string => join(folder, name);
  const write = (name: string, text: string): void => {
    mkdirSync(dirname(path(name)), { recursive: true });
    writeFileSync(path(name), text);
  };
  write("src/a.ts", "a");
  write("count", "");
  write(
    "generate.cjs",
    `const fs = require("node:fs");
     fs.appendFileSync("count", "x");
     if (fs.existsSync("src/fail")) process.exit(3);
     fs.mkdirSync("dist", { recursive: true });
     fs.writeFileSync("dist/out.js", fs.readFileSync("src/a.ts"));`,
  );
  write(
    "service/build.cjs",
    `const fs = require("node:fs");
     fs.mkdirSync("dist", { recursive: true });
     fs.writeFileSync("dist/out.js", "built");`,
  );
  // In place of npm, which takes longer to start than all the rest: the folder of a script is that of the workspace.
  write("bin/npm", `#!/bin/sh\ncd "\${4:-.}" && exec node "$2.cjs"\n`);
  chmodSync(path("bin/npm"), 0o755);
  return {
    path,
    write,
    run() {
      const jiti = join(root, "node_modules/jiti/lib/jiti-cli.mjs");
      const env = { ...process.env, PATH: `${path("bin")}${delimiter}${process.env["PATH"] ?? ""}` };
      const { status } = spawnSync(process.execPath, [jiti, join(root, "build-when-stale.ts")], { cwd: folder, env });
      return { status, builds: readFileSync(path("count"), "utf8").length };
    },
  };
}
