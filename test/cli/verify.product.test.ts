import { execFileSync } from "node:child_process";
import { appendFileSync, cpSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { ashlar, folderWith, type Outcome } from "./command-line.js";

const shop = "namespace shop\n\nstruct Item\n    name String\n\nroute buy(Item, Void, Void)\n";
const config = { specs: "spec", out: "api", package: { name: "shop-api", version: "1.2.0" } };

let folder: string;
let tarball: string;

beforeAll(async () => {
  folder = folderWith({ "ashlar.config.json": JSON.stringify(config), "spec/shop.stone": shop });
  expect((await ashlar(["generate"], { cwd: folder })).code).toBe(0);
  execFileSync("npm", ["pack", "--silent", "--pack-destination", folder], { cwd: join(folder, "api") });
  tarball = join(folder, "shop-api-1.2.0.tgz");
});

/** Runs the command in the folder of the specification. */
function verify(...args: string[]): Promise<Outcome> {
  return ashlar(["verify", ...args], { cwd: folder });
}

/** Returns a copy of the package. */
function copyPackage(): string {
  const copy = folderWith({});
  cpSync(join(folder, "api"), copy, { recursive: true });
  return copy;
}

function git(...args: string[]): void {
  const settings = ["-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "init.defaultBranch=main"];
  execFileSync("git", [...settings, ...args], { cwd: folder, stdio: "ignore" });
}

describe("ashlar verify", () => {
  test("CODE-31: a package is identical in its folder and as npm packs it", async () => {
    expect(await verify("api")).toMatchObject({
      code: 0,
      stderr: "",
      stdout: expect.stringMatching(/^identical: \d+ files\n$/) as unknown,
    });
    const unpacked = folderWith({});
    execFileSync("tar", ["-xzf", tarball, "-C", unpacked]);
    for (const path of [tarball, join(unpacked, "package")]) {
      expect(await verify(path)).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(/^identical: \d+ files\n$/) as unknown,
      });
    }
  });

  test("CODE-31: without a configured name, a package may have any name", async () => {
    const bare = folderWith({ "shop.stone": shop });
    const named = ["--out", "node_modules/shop", "--name", "@shops/api"];
    expect((await ashlar(["generate", "shop.stone", ...named], { cwd: bare })).code).toBe(0);
    const verified = await ashlar(["verify", "node_modules/shop", "shop.stone"], { cwd: bare });
    expect(verified).toMatchObject({ code: 0, stdout: expect.stringMatching(/^identical: \d+ files\n$/) as unknown });
  });

  test("CODE-31: fields that npm adds to package.json, a license and line ends of Windows are no difference", async () => {
    const copy = copyPackage();
    const json = JSON.parse(readFileSync(join(copy, "package.json"), "utf8")) as object;
    writeFileSync(join(copy, "package.json"), JSON.stringify({ _id: "shop-api@1.2.0", gitHead: "abc", ...json }));
    writeFileSync(join(copy, "LICENSE"), "MIT");
    const readme = readFileSync(join(copy, "README.md"), "utf8");
    writeFileSync(join(copy, "README.md"), readme.replaceAll("\n", "\r\n"));
    expect(await verify(copy)).toMatchObject({ code: 0 });
  });

  test("CODE-31: a changed byte, a missing and an extra file are listed, with the first line that differs", async () => {
    const copy = copyPackage();
    const types = readFileSync(join(copy, "dist/shop/types.d.ts"), "utf8");
    writeFileSync(join(copy, "dist/shop/types.d.ts"), types.replace("name: string", "name: number"));
    rmSync(join(copy, "dist/shop/client.js"));
    writeFileSync(join(copy, "dist/extra.js"), "");
    writeFileSync(join(copy, "extra.txt"), "");
    const { code, stdout } = await verify(copy);
    expect(code).toBe(1);
    const line = types.slice(0, types.indexOf("name: string")).split("\n").length;
    expect(stdout.replace(/^.*\n/, "")).toBe(
      `different dist/shop/types.d.ts, line ${line}:\n` +
        "  expected:   name: string;\n  found:      name: number;\n" +
        "missing   dist/shop/client.js\nextra     dist/extra.js\nextra     extra.txt\n",
    );
  });

  test("CODE-30: a package of another specification or with other options says so", async () => {
    const { stdout: otherOptions } = await ashlar(["verify", "api", "--filter-by-route-attr", "a=1"], { cwd: folder });
    expect(otherOptions).toContain("was made with other options");
    const spec = join(folder, "spec/shop.stone");
    writeFileSync(spec, `# A comment and an empty line change nothing.\n\n${shop}`);
    expect(await verify("api")).toMatchObject({ code: 0 });
    writeFileSync(spec, shop.replace("name String", "name String\n    price UInt32"));
    const { code, stdout: otherSpec } = await verify("api");
    writeFileSync(spec, shop);
    expect(code).toBe(1);
    expect(otherSpec).toContain("was made from another specification");
    expect(otherSpec).not.toContain("other options");
  });

  test("CODE-31: the specification of a Git revision verifies the package of a release", async () => {
    git("init");
    git("add", "spec");
    git("commit", "-m", "Release");
    git("tag", "v1.2.0");
    const spec = join(folder, "spec/shop.stone");
    appendFileSync(spec, "\nstruct More\n    id String\n");
    const now = await verify(tarball);
    const then = await verify(tarball, "git:v1.2.0:spec");
    const nothing = await verify(tarball, "git:v1.2.0:nothing");
    writeFileSync(spec, shop);
    rmSync(join(folder, ".git"), { recursive: true });
    expect([now.code, then.code, nothing.code]).toEqual([1, 0, 2]);
    expect(nothing.stderr).toContain("has no .stone file in nothing");
  });

  test("CODE-31: a package of another version of Ashlar names the command that verifies it", async () => {
    const copy = copyPackage();
    const readme = readFileSync(join(copy, "README.md"), "utf8");
    writeFileSync(join(copy, "README.md"), readme.replace(/<!-- ashlar \S+,/, "<!-- ashlar 0.0.9,"));
    const { code, stdout } = await verify(copy, "spec");
    expect(code).toBe(1);
    expect(stdout).toContain(`npx ashlar@0.0.9 verify ${copy} spec`);
  });

  test("CODE-31: what is no package is refused with what to name", async () => {
    writeFileSync(join(folder, "text.tgz"), "no archive");
    renameSync(tarball, `${tarball}.kept`);
    const cut = readFileSync(`${tarball}.kept`).subarray(0, 5000);
    writeFileSync(tarball, cut);
    const outcomes = [await verify("text.tgz"), await verify("nothing.tgz"), await verify(tarball)];
    renameSync(`${tarball}.kept`, tarball);
    for (const { code, stderr } of outcomes) {
      expect([code, stderr]).toEqual([2, expect.stringContaining("Name a package folder or a tarball of npm")]);
    }
  });
});
