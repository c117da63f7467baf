import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { ashlar, ashlarProcess, folderWith } from "./command-line.js";
import { contentsOf } from "./outputs.js";

/** A file system of its own in memory, as it can be made by root on Linux. */
function mount(folder: string, options: string): boolean {
  mkdirSync(folder, { recursive: true });
  const isMounted = spawnSync("mount", ["-t", "tmpfs", "-o", options, "ashlar-test", folder]).status === 0;
  if (isMounted) {
    onTestFinished(() => {
      spawnSync("umount", [folder]);
    });
  }
  return isMounted;
}

const probe = folderWith({});
const canMount = spawnSync("mount", ["-t", "tmpfs", "-o", "size=64k", "ashlar-test", probe]).status === 0;
if (canMount) {
  spawnSync("umount", [probe]);
} else {
  console.warn("\n*** LEFT OUT: full and read-only disks. This user cannot mount a file system. ***\n");
}

const spec = (fields: number): string =>
  `namespace shop\n\nstruct Item\n${Array.from({ length: fields }, (_, index) => `    field_${index} String\n`).join("")}`;

function project(): string {
  return folderWith({
    "spec/shop.stone": spec(5),
    "ashlar.config.json": JSON.stringify({ specs: "spec", out: "disk/api" }),
  });
}

/** Leaves so many bytes of a file system free. */
function fill(folder: string, free: number): void {
  const { stdout } = spawnSync("df", ["--output=avail", "-B1", folder], { encoding: "utf8" });
  const available = Number(stdout.split("\n")[1]);
  writeFileSync(join(folder, "filler"), Buffer.alloc(Math.max(0, available - free), 1));
}

describe.runIf(canMount)("on a full disk", () => {
  test.each([0, 4096, 16_384, 65_536])("the old package stays as it was on a disk with %d bytes left", async (free) => {
    const folder = project();
    mount(join(folder, "disk"), "size=8m");
    expect((await ashlar(["generate"], { cwd: folder })).code).toBe(0);
    fill(join(folder, "disk"), free);
    const before = contentsOf(join(folder, "disk/api"));
    writeFileSync(join(folder, "spec/shop.stone"), spec(4000));
    const { code, stdout, stderr } = await ashlar(["generate"], { cwd: folder });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain("the disk is full");
    expect(contentsOf(join(folder, "disk/api"))).toEqual(before);
    rmSync(join(folder, "disk/filler"));
    expect(await ashlar(["generate"], { cwd: folder })).toMatchObject({ code: 0, stderr: "" });
  });

  test("a first run on a full disk leaves nothing, not even the folder", async () => {
    const folder = project();
    mount(join(folder, "disk"), "size=256k");
    const { code, stderr } = await ashlar(["generate"], { cwd: folder });
    expect(code).toBe(2);
    expect(stderr).toContain("the disk is full");
    expect(readdirSync(join(folder, "disk"))).toEqual([]);
  });

  test("nothing is changed on a full disk where no folder can be made any more", async () => {
    const folder = project();
    mount(join(folder, "disk"), "size=8m,nr_inodes=500");
    expect((await ashlar(["generate"], { cwd: folder })).code).toBe(0);
    const before = contentsOf(join(folder, "disk/api"));
    mkdirSync(join(folder, "disk/filler"));
    for (let count = 0; ; count++) {
      try {
        writeFileSync(join(folder, `disk/filler/${count}`), "");
      } catch {
        break;
      }
    }
    for (let count = 1; count <= 60; count += 7) {
      writeFileSync(join(folder, "spec/more.stone"), "namespace more\n\nstruct Item\n    name String\n");
      rmSync(join(folder, `disk/filler/${count}`));
      const { code, stderr } = await ashlar(["generate"], { cwd: folder });
      expect([0, 2]).toContain(code);
      if (code === 0) {
        return;
      }
      expect(stderr).toContain("the disk is full");
      expect(contentsOf(join(folder, "disk/api"))).toEqual(before);
    }
  });

  test("a run record that cannot be kept on a full disk does no harm, and nothing of it is left", async () => {
    const folder = project();
    mount(join(folder, "node_modules"), "size=64k");
    fill(join(folder, "node_modules"), 0);
    for (const said of [/^Wrote/, /up to date/]) {
      const { code, stdout, stderr } = await ashlar(["generate"], { cwd: folder });
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      expect(stdout).toMatch(said);
    }
    expect(Object.keys(contentsOf(join(folder, "node_modules"))).filter((path) => path.includes(".json"))).toEqual([]);
  });
});

describe.runIf(canMount)("on a read-only disk", () => {
  test("a package that is fresh is up to date on a read-only disk, and one that is stale is reported", async () => {
    const folder = project();
    mount(join(folder, "disk"), "size=8m");
    mount(join(folder, "node_modules"), "size=8m");
    expect((await ashlar(["generate"], { cwd: folder })).code).toBe(0);
    for (const name of ["disk", "node_modules"]) {
      spawnSync("mount", ["-o", "remount,ro", join(folder, name)]);
    }
    expect((await ashlar(["generate"], { cwd: folder })).stdout).toContain("up to date");
    expect((await ashlar(["generate", "--check"], { cwd: folder })).stdout).toContain("is fresh");
    const before = contentsOf(join(folder, "disk/api"));
    writeFileSync(join(folder, "spec/shop.stone"), spec(6));
    const { code, stderr } = await ashlar(["generate"], { cwd: folder });
    expect(code).toBe(2);
    expect(stderr).toContain("the file system is read-only");
    expect(contentsOf(join(folder, "disk/api"))).toEqual(before);
  });
});

test("an output folder that is removed while it is written into is reported, or made again", async () => {
  const folder = project();
  const runs = Array.from({ length: 6 }, () => ashlarProcess(["generate"], { cwd: folder }));
  const removing = setInterval(() => {
    try {
      rmSync(join(folder, "disk/api"), { recursive: true, force: true });
    } catch {
      // Something has been written into it at that moment.
    }
  }, 1);
  const outcomes = await Promise.all(runs).finally(() => clearInterval(removing));
  for (const { code, stderr } of outcomes) {
    expect([0, 2], stderr).toContain(code);
  }
  expect((await ashlar(["generate"], { cwd: folder })).code).toBe(0);
  expect((await ashlar(["generate", "--check"], { cwd: folder })).stdout).toContain("is fresh");
});

test("a package at a symbolic link is written where the link points to", async () => {
  const folder = project();
  mkdirSync(join(folder, "real"));
  symlinkSync("real", join(folder, "disk"));
  expect((await ashlar(["generate"], { cwd: folder })).code).toBe(0);
  expect(existsSync(join(folder, "real/api/src/shop/types.ts"))).toBe(true);
});
