import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { ashlarProcess, ashlarTraced, binary, folderWith, type TracedOutcome } from "./command-line.js";
import { contentsOf } from "./outputs.js";
import { watching } from "./watching.js";

const shop = 'namespace shop\n\nstruct Item\n    "What is sold."\n    name String\n';

/** Longer than the clock of a file system may stand still: then a record can be certain of what it says. */
const settled = 150;

/** Loaded before the program, it tells of each module that is compiled. (Hooks of the loader would cost a thread.) */
const loading = `
  import { Session } from "node:inspector";
  const session = new Session();
  session.connect();
  session.on("Debugger.scriptParsed", ({ params }) => {
    if (params.url.startsWith("file:")) process._rawDebug("LOADED " + params.url);
  });
  session.post("Debugger.enable");
`;

/** The chunks with the parser of specifications, which runs that compile use, and no others. */
let compilers: readonly string[] = [];
beforeAll(() => {
  compilers = readdirSync("dist/chunks").filter((name) =>
    readFileSync(join("dist/chunks", name), "utf8").includes("extends EmbeddedActionsParser"),
  );
  expect(compilers).toHaveLength(1);
});

function generate(folder: string, ...args: readonly string[]): Promise<TracedOutcome> {
  return ashlarTraced(["generate", ...args], { cwd: folder });
}

/** A run in a process of its own, with the modules that it loads. */
async function generateInProcess(folder: string, program = binary): Promise<TracedOutcome> {
  const node = ["--import", `data:text/javascript,${encodeURIComponent(loading)}`];
  const outcome = await ashlarProcess(["generate"], { cwd: folder, node, program });
  const modules = [...outcome.stderr.matchAll(/^LOADED (.*)\n/gm)].map(([, url = ""]) => url);
  return { ...outcome, stderr: outcome.stderr.replace(/^LOADED .*\n/gm, ""), modules };
}

/** Whether a run has compiled the specification, or has relied on the record. */
function hasCompiled({ modules }: TracedOutcome): boolean {
  expect(modules).toContainEqual(expect.stringContaining("/dist/cli/main.js"));
  return compilers.some((name) => modules.some((url) => url.endsWith(`/${name}`)));
}

const types = (folder: string): string => join(folder, "api/src/shop/types.ts");

/** A project with a package and a record that is certain of all its files. */
async function generated(files: Readonly<Record<string, string>> = {}): Promise<string> {
  const folder = folderWith({
    "spec/shop.stone": shop,
    "ashlar.config.json": JSON.stringify({ specs: "spec", out: "api" }),
    "node_modules/other/index.js": "",
    ...files,
  });
  expect((await generate(folder)).code).toBe(0);
  await setTimeout(settled);
  expect(hasCompiled(await generate(folder))).toBe(false);
  return folder;
}

/** The places of all records of runs in a project. */
function records(folder: string): string[] {
  const caches = join(folder, "node_modules/.cache/ashlar");
  return readdirSync(caches)
    .filter((name) => name.endsWith(".json"))
    .map((name) => join(caches, name));
}

function record(folder: string): string {
  const [only = "", ...others] = records(folder);
  expect(others).toEqual([]);
  return only;
}

/** Runs, which has to do all work and must leave the package as it is when it is generated afresh. */
async function expectRepair(folder: string): Promise<TracedOutcome> {
  const outcome = await generate(folder);
  expect(outcome.code).toBe(0);
  expect(hasCompiled(outcome)).toBe(true);
  expect((await generate(folder, "--check")).stdout).toBe("api is fresh.\n");
  return outcome;
}

describe("when nothing has changed a run loads no compiler, and", () => {
  test("a run without changes loads no compiler, and says that all is up to date", async () => {
    const folder = await generated();
    const before = contentsOf(join(folder, "api"));
    const outcome = await generateInProcess(folder);
    expect(outcome).toMatchObject({ code: 0, stdout: "api is up to date.\n", stderr: "" });
    expect(hasCompiled(outcome)).toBe(false);
    expect(contentsOf(join(folder, "api"))).toEqual(before);
  });

  test("a run without changes loads no compiler, and only reads a file that was written again with the same content", async () => {
    const folder = await generated();
    writeFileSync(types(folder), readFileSync(types(folder)));
    expect(hasCompiled(await generate(folder))).toBe(false);
  });

  test("each of two packages of one project has its run record", async () => {
    const folder = await generated();
    await generate(folder, "--out", "other");
    expect(records(folder)).toHaveLength(2);
    expect(hasCompiled(await generate(folder))).toBe(false);
    expect(hasCompiled(await generate(folder, "--out", "other"))).toBe(false);
    rmSync(join(folder, "other/src/shop/types.ts"));
    expect(hasCompiled(await generate(folder))).toBe(false);
    expect(hasCompiled(await generate(folder, "--out", "other"))).toBe(true);
  });

  test("a run record is in the nearest node_modules above", async () => {
    const root = folderWith({
      "node_modules/other/index.js": "",
      "inner/spec/shop.stone": shop,
      "inner/ashlar.config.json": JSON.stringify({ specs: "spec", out: "api" }),
    });
    await generate(join(root, "inner"));
    expect(record(root)).toContain(".cache");
    expect(hasCompiled(await generate(join(root, "inner")))).toBe(false);
  });
});

/** A specification with warnings. */
const warned = 'namespace shop\n\nunion Sort\n    up String = ""\n    down Bytes = ""\n';

describe("a run that has nothing to do", () => {
  test("a run that has nothing to do repeats the warnings of the last one", async () => {
    const folder = await generated({ "spec/shop.stone": warned });
    const outcome = await generateInProcess(folder);
    expect(hasCompiled(outcome)).toBe(false);
    expect(outcome.stderr).toContain("warning[ignored-tag-default]");
  });

  test.each<[string, (folder: string) => void, string]>([
    [
      "a specification is added",
      (folder) => writeFileSync(join(folder, "spec/other.stone"), "namespace other\n\nstruct New\n    name String\n"),
      "Wrote",
    ],
    ["a specification is removed", (folder) => rmSync(join(folder, "spec"), { recursive: true }), ""],
    [
      "another configuration takes precedence",
      (folder) => writeFileSync(join(folder, "ashlar.config.mjs"), 'export default { specs: "spec", out: "other" };'),
      "other.\n",
    ],
  ])("a run has something to do if %s", async (_, change, expected) => {
    const folder = await generated();
    change(folder);
    expect((await generate(folder)).stdout).toContain(expected);
  });
});

describe("all work is done after a change", () => {
  test("all work is done after a change of a file by hand, even with the size and the time of before", async () => {
    const folder = await generated();
    const { atime, mtime } = statSync(types(folder));
    const text = readFileSync(types(folder), "utf8");
    writeFileSync(types(folder), text.replace("name", "nome"));
    utimesSync(types(folder), atime, mtime);
    expect(statSync(types(folder)).mtime).toEqual(mtime); // but not when its inode was changed
    const outcome = await expectRepair(folder);
    expect(outcome.stderr).toBe("api/src/shop/types.ts was changed since Ashlar wrote it, and has been regenerated.\n");
    expect(readFileSync(types(folder), "utf8")).toBe(text);
  });

  test.each([
    ["of a file that is deleted", (folder: string) => rmSync(types(folder))],
    ["of a folder that is deleted", (folder: string) => rmSync(join(folder, "api/src"), { recursive: true })],
    ["of the whole package, which is deleted", (folder: string) => rmSync(join(folder, "api"), { recursive: true })],
    [
      "of the manifest, which is older",
      (folder: string) => appendFileSync(join(folder, "api/ashlar-manifest.json"), " "),
    ],
    [
      "of the configuration",
      (folder: string) =>
        writeFileSync(
          join(folder, "ashlar.config.json"),
          JSON.stringify({ specs: "spec", out: "api", package: { version: "2.0.0" } }),
        ),
    ],
    [
      "of the specification",
      (folder: string) => writeFileSync(join(folder, "spec/shop.stone"), shop.replace("String", "Bytes")),
    ],
    [
      "of a file's name among the specifications",
      (folder: string) => {
        cpSync(join(folder, "spec/shop.stone"), join(folder, "spec/store.stone"));
        rmSync(join(folder, "spec/shop.stone"));
      },
    ],
  ])("all work is done after a change %s", async (_, change) => {
    const folder = await generated();
    change(folder);
    await expectRepair(folder);
  });

  test("all work is done after a change of the name that the command line gives", async () => {
    const folder = await generated();
    expect(hasCompiled(await generate(folder, "--name", "another"))).toBe(true);
    expect(readFileSync(join(folder, "api/package.json"), "utf8")).toContain('"another"');
    expect(hasCompiled(await generate(folder))).toBe(true);
  });

  test("all work is done after a change of Ashlar itself", async () => {
    const folder = await generated();
    const tool = folderWith({});
    for (const name of ["dist", "package.json"]) {
      cpSync(name, join(tool, name), { recursive: true });
    }
    for (const name of ["templates", "node_modules"]) {
      symlinkSync(resolve(name), join(tool, name));
    }
    const other = (): Promise<TracedOutcome> => generateInProcess(folder, join(tool, "dist/cli/main.js"));
    expect(hasCompiled(await other())).toBe(false);
    writeFileSync(join(tool, "dist/build-id.txt"), "another build");
    expect(hasCompiled(await other())).toBe(true);
  });

  test("all work is done after a change of a file by hand while the run before was still in progress", async () => {
    const folder = await generated();
    const text = readFileSync(types(folder), "utf8").replace("name: string", "title: string");
    writeFileSync(join(folder, "spec/shop.stone"), shop.replace("name String", "title String"));
    const interfering = `
      import fs from "node:fs";
      import { syncBuiltinESMExports } from "node:module";
      const real = fs.renameSync;
      fs.renameSync = (from, to) => {
        real(from, to);
        if (to.endsWith("ashlar-manifest.json") && fs.readFileSync(process.env.FILE, "utf8").includes("title")) {
          fs.writeFileSync(process.env.FILE, "// mine");
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
        }
      };
      syncBuiltinESMExports();
    `;
    const node = ["--import", `data:text/javascript,${encodeURIComponent(interfering)}`];
    expect((await ashlarProcess(["generate"], { cwd: folder, node, env: { FILE: types(folder) } })).code).toBe(0);
    expect(readFileSync(types(folder), "utf8")).toBe("// mine");
    await expectRepair(folder);
    expect(readFileSync(types(folder), "utf8")).toBe(text);
  });
});

describe("a record that is not what a run left", () => {
  const hostile = (record: object, folder: string): string[] =>
    [
      {},
      { files: null },
      { files: { "src/shop/types.ts": "text" } },
      { files: { "../../spec/shop.stone": ["0", 1, 1, 1] } },
      { files: { [join(folder, "spec/shop.stone")]: ["0", 1, 1, 1] } },
      { files: { __proto__: null, constructor: [{}, [], null, "x"] } },
      { time: "soon" },
      { inputs: { toString: 1 } },
      { diagnostics: [null] },
      { diagnostics: "none" },
    ].map((part) => JSON.stringify({ ...record, ...part, ...(Object.keys(part).length === 0 && { inputs: "0" }) }));

  test("a record that no run left is not believed, and is replaced", async () => {
    const folder = await generated();
    const text = readFileSync(record(folder), "utf8");
    const texts = [
      "",
      "null",
      "[]",
      "{}",
      "17",
      text.slice(0, text.length / 2),
      `${text}${text}`,
      "\0".repeat(1000),
      `[${"[".repeat(100_000)}`,
      `"${"x".repeat(5_000_000)}"`,
      ...hostile(JSON.parse(text) as object, folder),
    ];
    const before = contentsOf(join(folder, "api"));
    for (const wrong of texts) {
      writeFileSync(record(folder), wrong);
      const outcome = await generate(folder);
      expect({ code: outcome.code, stderr: outcome.stderr }, wrong.slice(0, 200)).toEqual({ code: 0, stderr: "" });
      expect(hasCompiled(outcome), wrong.slice(0, 200)).toBe(true);
      expect(contentsOf(join(folder, "api"))).toEqual(before);
      expect(readFileSync(join(folder, "spec/shop.stone"), "utf8")).toBe(shop);
      expect(Object.keys(JSON.parse(readFileSync(record(folder), "utf8")) as object)).toEqual([
        "inputs",
        "time",
        "files",
        "diagnostics",
      ]);
    }
  });

  test("the run record of another project is not found", async () => {
    const [folder, other] = [await generated(), await generated()];
    cpSync(record(other), record(folder));
    expect(hasCompiled(await generate(folder))).toBe(true);
  });

  test("the run record of a package that was moved is not found", async () => {
    const folder = await generated();
    const moved = folderWith({});
    cpSync(folder, moved, { recursive: true, preserveTimestamps: true });
    expect(hasCompiled(await generate(moved))).toBe(true);
  });

  test.each([
    ["a folder in its place", (place: string) => mkdirSync(place)],
    ["a link to nowhere in its place", (place: string) => symlinkSync("nowhere", place)],
  ])("a run record that has %s does no harm", async (_, put) => {
    const folder = await generated();
    const place = record(folder);
    rmSync(place);
    put(place);
    const outcome = await generate(folder);
    expect({ code: outcome.code, stderr: outcome.stderr }).toEqual({ code: 0, stderr: "" });
  });
});

describe("no record is relied on", () => {
  test("no run record is used by --check", async () => {
    const folder = await generated();
    const outcome = await generate(folder, "--check");
    expect(outcome.stdout).toBe("api is fresh.\n");
    expect(hasCompiled(outcome)).toBe(true);
  });

  test("no run record is used where the configuration has emitters, for they are code", async () => {
    const folder = folderWith({
      "spec/shop.stone": shop,
      "node_modules/other/index.js": "",
      "ashlar.config.mjs":
        'export default { specs: "spec", out: "api", emitters: [() => [{ kind: "text", path: "names.json", text: "[]" }]] };',
    });
    expect((await generate(folder)).code).toBe(0);
    expect(hasCompiled(await generate(folder))).toBe(true);
    expect(existsSync(join(folder, "node_modules/.cache"))).toBe(false);
  });

  test("no run record is used or left in a project without node_modules", async () => {
    const folder = folderWith({
      "spec/shop.stone": shop,
      "ashlar.config.json": JSON.stringify({ specs: "spec", out: "api" }),
    });
    await generate(folder);
    const outcome = await generate(folder);
    expect(outcome.stdout).toBe("api is up to date.\n");
    expect(hasCompiled(outcome)).toBe(true);
    expect(readdirSync(folder).sort()).toEqual(["api", "ashlar.config.json", "spec"]);
  });

  test("no run record is used where node_modules is a circle of links", async () => {
    const folder = folderWith({
      "spec/shop.stone": shop,
      "ashlar.config.json": JSON.stringify({ specs: "spec", out: "api" }),
    });
    symlinkSync("node_modules", join(folder, "node_modules"));
    const outcome = await generate(folder);
    expect({ code: outcome.code, stderr: outcome.stderr }).toEqual({ code: 0, stderr: "" });
  });

  test("no run record is used of what was built under --watch after saves, for the process goes by what it knew before", async () => {
    const folder = await generated();
    const watch = watching(folder);
    await watch.said(/Watching/);
    for (const type of ["UInt32", "Bytes"]) {
      writeFileSync(join(folder, "spec/shop.stone"), shop.replace("String", type));
      await watch.said(/wrote/);
    }
    await watch.end();
    const outcome = await generate(folder);
    expect(outcome.stdout).toBe("api is up to date.\n");
    expect(hasCompiled(outcome)).toBe(true);
    expect(hasCompiled(await generate(folder))).toBe(false);
  });

  test("no run record is used while a run that was killed has left its folder", async () => {
    const folder = await generated();
    mkdirSync(join(folder, "api/.ashlar-staging"));
    await expectRepair(folder);
    expect(existsSync(join(folder, "api/.ashlar-staging"))).toBe(false);
  });

  test("no run record is used with stamps of the future, from before a clock was set back: the files are read", async () => {
    const folder = await generated();
    const place = record(folder);
    const last = JSON.parse(readFileSync(place, "utf8")) as { readonly time: number };
    writeFileSync(place, JSON.stringify({ ...last, time: last.time - 3_600_000 }));
    expect(hasCompiled(await generate(folder))).toBe(false);
    writeFileSync(place, JSON.stringify({ ...last, time: last.time - 3_600_000 }));
    const { atime, mtime } = statSync(types(folder));
    writeFileSync(types(folder), readFileSync(types(folder), "utf8").replace("name", "nome"));
    utimesSync(types(folder), atime, mtime);
    await expectRepair(folder);
  });
});
