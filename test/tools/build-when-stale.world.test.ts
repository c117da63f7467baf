import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { transformSync } from "esbuild";
import { expect, onTestFinished, test } from "vitest";

/** The script as JavaScript: Node starts faster than jiti. */
const script = transformSync(readFileSync(join(import.meta.dirname, "../../tools/build/build-when-stale.ts"), "utf8"), {
  loader: "ts",
}).code;

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
  const inputs = [
    "tools/build/script.ts",
    "templates/runtime/new.ts",
    "spec/new.stone",
    "service/spec/new.stone",
    "service/admin/a.css",
  ];
  inputs.forEach((input, index) => {
    project.write(input, "new");
    expect(project.run(), input).toEqual({ status: 0, builds: 7 + index });
  });
  project.write("README.md", "no input");
  expect(project.run()).toEqual({ status: 0, builds: 6 + inputs.length });
});

test("a build fails, and is not taken for fresh, if it reads a file that is not one of its inputs", () => {
  const project = newProject();
  project.write("elsewhere/helper.ts", "imported");
  project.write("files-read.txt", "src/a.ts\nelsewhere/helper.ts\nnode_modules/some-package/index.d.ts\n");
  const { status, messages } = project.runOnce();
  expect(status).toBe(1);
  expect(messages).toContain("not inputs in tools/build/build-when-stale.ts");
  expect(messages).toContain("helper.ts");
  expect(messages).not.toMatch(/a\.ts|some-package/);

  project.write("files-read.txt", "src/a.ts\n");
  project.write("bundled.json", JSON.stringify([project.path("elsewhere/helper.ts")]));
  expect(project.runOnce().messages).toContain("helper.ts");
  project.write("bundled.json", "[]");
  expect(project.run()).toEqual({ status: 0, builds: 3 });
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
  /** Runs the script; how it ended, and what it wrote to standard error. */
  readonly runOnce: () => { readonly status: number | null; readonly messages: string };
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
  write("files-read.txt", "src/a.ts\n"); // by TypeScript
  write("bundled.json", "[]");
  write(
    "generate.cjs",
    `const fs = require("node:fs");
     fs.appendFileSync("count", "x");
     if (fs.existsSync("src/fail")) process.exit(3);
     fs.mkdirSync("dist", { recursive: true });
     fs.writeFileSync("dist/out.js", fs.readFileSync("src/a.ts"));
     fs.mkdirSync("node_modules/.cache/ashlar", { recursive: true });
     fs.copyFileSync("bundled.json", "node_modules/.cache/ashlar/bundled-files.json");`,
  );
  write(
    "service/build.cjs",
    `const fs = require("node:fs");
     fs.mkdirSync("dist", { recursive: true });
     fs.writeFileSync("dist/out.js", "built");`,
  );
  // In place of npm, which takes longer to start than all the rest: the folder of a script is that of the workspace.
  write("bin/npm", `#!/bin/sh\n[ "$2" = -s ] && exec cat files-read.txt\ncd "\${4:-.}" && exec node "$2.cjs"\n`);
  chmodSync(path("bin/npm"), 0o755);
  write("node_modules/build-when-stale.mjs", script);
  const runOnce: Project["runOnce"] = () => {
    const env = { ...process.env, PATH: `${path("bin")}${delimiter}${process.env["PATH"] ?? ""}` };
    const args = ["node_modules/build-when-stale.mjs"];
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, env, encoding: "utf8" });
    return { status, messages: stderr };
  };
  return {
    path,
    write,
    runOnce,
    run: () => ({ status: runOnce().status, builds: readFileSync(path("count"), "utf8").length }),
  };
}
