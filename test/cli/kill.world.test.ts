import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { editSequences } from "../support/edit-sequences.js";
import { ashlar, ashlarProcess, binary, folderWith, type Outcome } from "./command-line.js";
import { contentsOf } from "./outputs.js";

/** At how many moments runs are killed: so many chosen by chance, and so many calls that change something on the disk. */
const moments = { byChance: 2 * editSequences, atCalls: 16 };

/** Loaded before the program, it kills it at its n-th change of the file system; a file is written by half then. */
const killAtCall = `
  import fs from "node:fs";
  import { syncBuiltinESMExports } from "node:module";
  let calls = 0;
  for (const name of ["mkdirSync", "renameSync", "rmSync", "rmdirSync", "writeFileSync"]) {
    const real = fs[name];
    fs[name] = (...args) => {
      if (++calls === Number(process.env.KILL_AT)) {
        if (name === "writeFileSync") real(args[0], String(args[1]).slice(0, String(args[1]).length / 2));
        process.kill(process.pid, "SIGKILL");
      }
      return real(...args);
    };
  }
  syncBuiltinESMExports();
  process.on("exit", () => process.stdout.write("CALLS " + calls));
`;
const node = ["--import", `data:text/javascript,${encodeURIComponent(killAtCall)}`];

const older = namespaces("older", 4);
const newer = namespaces("newer", 4);

/** A specification with some namespaces that all versions have, and some of its own. */
function namespaces(version: string, count: number): Readonly<Record<string, string>> {
  const names = Array.from({ length: count }, (_, index) => (index % 3 === 0 ? `${version}${index}` : `both${index}`));
  const text = (name: string): string =>
    `namespace ${name}\n\nstruct Item\n    "Of ${version}."\n    ${version} String\n\n` +
    `union Failed\n    closed\n    locked\n\nroute buy (Item, Item, Failed)\n    "Buys one."\n`;
  return Object.fromEntries(names.map((name) => [`spec/${name}.stone`, text(name)]));
}

/** What is written: a package, or its sources only, which are a third of the files. */
type Output = "package" | "source";

function project(
  files: Readonly<Record<string, string>>,
  output: Output = "package",
  folders: readonly string[] = [],
): string {
  const config = JSON.stringify({ specs: "spec", out: "api", output });
  const folder = folderWith({ ...files, "ashlar.config.json": config });
  folders.forEach((name) => mkdirSync(join(folder, name)));
  return folder;
}

function setSpec(folder: string, files: Readonly<Record<string, string>>): void {
  rmSync(join(folder, "spec"), { recursive: true });
  mkdirSync(join(folder, "spec"));
  Object.entries(files).forEach(([path, text]) => writeFileSync(join(folder, path), text));
}

/** What a first run gives, for comparison. */
async function cleanOutput(
  files: Readonly<Record<string, string>>,
  output: Output = "package",
): Promise<Record<string, string>> {
  const folder = project(files, output);
  expect(await generate(folder)).toMatchObject({ code: 0, stderr: "" });
  return contentsOf(join(folder, "api"));
}

function generate(folder: string): Promise<Outcome> {
  return ashlar(["generate"], { cwd: folder });
}

/** Runs and kills it after so many milliseconds. */
async function generateAndKill(folder: string, delay: number): Promise<void> {
  const child = spawn(process.execPath, [binary, "generate"], { cwd: folder, stdio: "ignore" });
  const ended = new Promise((done) => child.on("close", done));
  await setTimeout(delay);
  child.kill("SIGKILL");
  await ended;
}

/** The time in which a run does all its work, in milliseconds. */
async function timeOfRun(files: Readonly<Record<string, string>>, output: Output): Promise<number> {
  const folder = project(files, output);
  const begin = performance.now();
  await ashlarProcess(["generate"], { cwd: folder });
  return performance.now() - begin;
}

/** Numbers from 0 to 1 that are the same in each run of the test (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A project whose package is there already, with the record of the run that made it. */
async function generated(files: Readonly<Record<string, string>>, output: Output = "package"): Promise<string> {
  const folder = project(files, output, ["node_modules"]);
  await generate(folder);
  return folder;
}

/** Makes a copy of a project with another specification. */
function copyWith(folder: string, files: Readonly<Record<string, string>>): string {
  const copy = folderWith({});
  cpSync(folder, copy, { recursive: true, preserveTimestamps: true });
  setSpec(copy, files);
  return copy;
}

/** Generates in a folder where a run has been killed: it must leave what it would have left without that. */
async function expectRecovery(folder: string, clean: Readonly<Record<string, string>>, killed: string): Promise<void> {
  const { code, stderr } = await generate(folder);
  expect({ code, stderr }, killed).toEqual({ code: 0, stderr: "" });
  expect(contentsOf(join(folder, "api")), killed).toEqual(clean);
}

describe("what a run that is killed leaves, the next one puts right", () => {
  test.each([
    ["over nothing", {}, newer, "package"],
    ["over the sources of an older specification", older, newer, "source"],
  ] as const)(
    "the next run repairs what a run leaves that is killed at random moments: %s",
    async (_, before, after, output) => {
      const [clean, time] = [await cleanOutput(after, output), await timeOfRun(after, output)];
      const start =
        before === older ? await generated(older, output) : project({ "spec/none": "" }, output, ["node_modules"]);
      const random = randomNumbers(1);
      for (let count = 0; count < moments.byChance / 2; count++) {
        const folder = copyWith(start, after);
        const delay = time * (0.2 + random());
        await generateAndKill(folder, delay);
        await expectRecovery(folder, clean, `killed after ${delay} ms`);
      }
    },
    300_000,
  );

  test.each([
    ["which has the same specification", newer, "source"],
    ["for which the specification is the older one again", older, "package"],
  ] as const)(
    "the next run, %s, repairs what a run leaves that is killed at calls from the first to the last",
    async (_, last, output) => {
      const [clean, start] = [await cleanOutput(last, output), await generated(older, output)];
      const { stdout } = await ashlarProcess(["generate"], { cwd: copyWith(start, newer), node });
      const calls = Number(/CALLS (\d+)/.exec(stdout)?.[1]);
      expect(calls).toBeGreaterThan(moments.atCalls);
      for (let count = 0; count < moments.atCalls / 2; count++) {
        const folder = copyWith(start, newer);
        // The last calls keep the record and remove the staging folder: each of them counts.
        const call = count < 2 ? count + 1 : count > 3 ? calls - (8 - count) : Math.round((calls * (count - 1)) / 3);
        const { code } = await ashlarProcess(["generate"], { cwd: folder, node, env: { KILL_AT: String(call) } });
        expect(code).toBeNull();
        setSpec(folder, last);
        await expectRecovery(folder, clean, `killed at call ${call} of ${calls}`);
      }
    },
    300_000,
  );
});

describe("runs at the same time", () => {
  test("two runs of the same specification at the same time both succeed", async () => {
    const folder = project(newer);
    const outcomes = await Promise.all([1, 2].map(() => ashlarProcess(["generate"], { cwd: folder })));
    expect(outcomes.map(({ code, stderr }) => ({ code, stderr }))).toEqual([
      { code: 0, stderr: "" },
      { code: 0, stderr: "" },
    ]);
    expect(contentsOf(join(folder, "api"))).toEqual(await cleanOutput(newer));
  });

  test("three runs of three specifications at the same time leave the package of one of them", async () => {
    const versions = ["a", "b", "c"].map((name) => namespaces(name, 6));
    const results = await Promise.all(versions.map((version) => cleanOutput(version)));
    const folder = project({});
    for (const [index, version] of versions.entries()) {
      Object.entries(version).forEach(([path, text]) => {
        mkdirSync(join(folder, `spec${index}`), { recursive: true });
        writeFileSync(join(folder, path.replace("spec/", `spec${index}/`)), text);
      });
    }
    // One that was killed has left its lock, which all of them find.
    mkdirSync(join(folder, "api/.ashlar-staging", runName(await pidOfThePast())), { recursive: true });
    const outcomes = await Promise.all(
      versions.map((_, index) => ashlarProcess(["generate", `spec${index}`, "--out", "api"], { cwd: folder })),
    );
    expect(outcomes.map(({ code, stderr }) => ({ code, stderr }))).toEqual(
      versions.map(() => ({ code: 0, stderr: "" })),
    );
    // Declaration maps name the folders of the specifications.
    const contents = (): object =>
      Object.fromEntries(
        Object.entries(contentsOf(join(folder, "api"))).map(([path, text]) => [
          path,
          text.replace(/\/spec\d\//g, "/spec/"),
        ]),
      );
    expect(results).toContainEqual(contents());
    expect((await ashlar(["generate", "spec0", "--out", "api"], { cwd: folder })).code).toBe(0);
    expect(contents()).toEqual(results[0]);
  });
});

/** What a run of this host calls itself. */
function runName(pid: number, host = hostname()): string {
  return `${createHash("sha256").update(host).digest("hex").slice(0, 12)}-${pid}-00000000`;
}

/** The id of a process that has ended. */
async function pidOfThePast(): Promise<number> {
  const child = spawn(process.execPath, ["--version"], { stdio: "ignore" });
  await new Promise((done) => child.on("close", done));
  return child.pid ?? NaN;
}

describe("a lock that was left", () => {
  const [now, longAgo] = [Date.now(), Date.now() - 3_600_000];

  test.each([
    ["by a process that has ended", async () => runName(await pidOfThePast()), now],
    ["by another host, long ago", () => runName(1, "another"), longAgo],
    ["by a process whose number another one has now, long ago", () => runName(process.pid), longAgo],
    ["with a name that no run has, long ago", () => "owner.json", longAgo],
  ])("a lock that was left %s is removed", async (_, name, time) => {
    const folder = project(newer);
    const lock = join(folder, "api/.ashlar-staging", await name());
    mkdirSync(lock, { recursive: true });
    utimesSync(lock, time / 1000, time / 1000);
    expect(await generate(folder)).toMatchObject({ code: 0, stderr: "" });
    expect(readdirSync(join(folder, "api")).filter((entry) => entry.startsWith("."))).toEqual([]);
  });

  test.each([
    ["by another host a moment ago", () => runName(1, "another")],
    ["by a process that is running", () => runName(process.pid)],
  ])("a lock that was left %s is waited for, until it is gone", async (_, name) => {
    const folder = project(newer);
    mkdirSync(join(folder, "api/.ashlar-staging", name()), { recursive: true });
    const run = generate(folder);
    await expect.poll(() => readdirSync(join(folder, "api")).length, { timeout: 500_000 }).toBe(2);
    await setTimeout(100);
    expect(existsSync(join(folder, "api/src"))).toBe(false);
    rmSync(join(folder, "api/.ashlar-staging", name()), { recursive: true });
    expect(await run).toMatchObject({ code: 0, stderr: "" });
    expect(contentsOf(join(folder, "api"))).toEqual(await cleanOutput(newer));
  });

  test("a lock that was left does not keep a run from being interrupted while it waits", async () => {
    const folder = project(newer);
    mkdirSync(join(folder, "api/.ashlar-staging", runName(process.pid)), { recursive: true });
    const child = spawn(process.execPath, [binary, "generate"], { cwd: folder, stdio: "ignore" });
    const ended = new Promise((done) => child.on("close", done));
    await expect.poll(() => readdirSync(join(folder, "api")).length, { timeout: 500_000 }).toBe(2);
    child.kill("SIGINT");
    expect(await ended).toBe(2);
    expect(readdirSync(join(folder, "api"))).toEqual([".ashlar-staging"]);
  });

  test("a lock that was left is not looked for in folders of others whose names begin alike", async () => {
    const folder = project({ ...newer, "api/.ashlar-notes/mine": "mine" });
    utimesSync(join(folder, "api/.ashlar-notes/mine"), longAgo / 1000, longAgo / 1000);
    expect(await generate(folder)).toMatchObject({ code: 0, stderr: "" });
    expect(contentsOf(join(folder, "api/.ashlar-notes"))).toEqual({ mine: "mine" });
  });

  test("a lock that was left that is a file is reported, for it is not ours", async () => {
    const folder = project({ ...newer, "api/.ashlar-staging": "mine" });
    const { code, stderr } = await generate(folder);
    expect(code).toBe(2);
    expect(stderr).toMatch(/Remove the file .*\.ashlar-staging:/);
    expect(contentsOf(join(folder, "api"))).toEqual({ ".ashlar-staging": "mine" });
  });
});
