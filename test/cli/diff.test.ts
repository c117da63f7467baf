import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ashlar, folderWith } from "./command-line.js";

const old = "namespace shop\n\nstruct Order\n    id String\n\nroute get(Order, Order, Void)\n";
const now = "namespace shop\n\nstruct Order\n    id String\n    size UInt64\n\nroute get(Order, Order, Void)\n";
const cwd = folderWith({
  "old/shop.stone": old,
  "new/shop.stone": now,
  "wrong/shop.stone": "namespace shop\n\nstruct Order\n    id Strin\n",
  "foreign.json": "{}",
});

describe("diff", () => {
  test("shows whom a change breaks, where it is, and the message that is refused", async () => {
    const { code, stdout, stderr } = await ashlar(["diff", "old", "new"], { cwd });
    expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
    expect(stdout).toBe(
      "1 breaking change, 1 of 1 route affected. Suggested version: major.\n" +
        "\n" +
        "Breaking\n" +
        "\n" +
        "  `shop.Order.size` is a new required field: new servers refuse requests that lack it, which old clients send. " +
        "[field-added-required]\n" +
        "    shop/get  arg → Order.size\n" +
        "    now: new/shop.stone:5:5\n" +
        "      │ size UInt64\n" +
        '    An old client sends: {"id":""}\n' +
        "    A new server says: size: expected an integer, found nothing.\n" +
        "    Instead: Make it nullable or give it a default, or add a version of the route with a type of its own.\n",
    );
  });

  test("of equal specifications has exit code 0", async () => {
    expect(await ashlar(["diff", "old", "old"], { cwd })).toEqual({ code: 0, stdout: "No changes.\n", stderr: "" });
  });

  test("of compatible changes has exit code 0 unless the level asks for source", async () => {
    expect((await ashlar(["diff", "new", "new"], { cwd })).code).toBe(0);
    const optional = folderWith({
      "old.stone": "namespace n\nunion U\n    a\nroute go(U, U, Void)\n",
      "new.stone": "namespace n\nunion U\n    a\nroute go(U, U, Void)\nroute come(U, U, Void)\n",
    });
    expect((await ashlar(["diff", "old.stone", "new.stone"], { cwd: optional })).code).toBe(0);
    expect((await ashlar(["diff", "old.stone", "new.stone", "--level", "source"], { cwd: optional })).code).toBe(1);
  });

  test("prints JSON with the names of the sides, places and the message", async () => {
    const { stdout } = await ashlar(["diff", "old", "new", "--format", "json"], { cwd });
    expect(JSON.parse(stdout)).toMatchObject({
      ashlarDiff: 1,
      old: "old",
      new: "new",
      summary: { breaking: 1, semver: "major", fails: true, routes: 1, routesReached: 1 },
      findings: [
        {
          id: "field-added-required shop.Order.size",
          verdict: { request: "breaks", response: "ok", caller: "breaks", server: "breaks" },
          fails: true,
          old: null,
          new: { file: "new/shop.stone", line: 5, column: 5 },
          proofs: [{ direction: "request", status: "executed", json: '{"id":""}' }],
        },
      ],
    });
  });

  test("annotates the line in GitHub Actions", async () => {
    const { stdout } = await ashlar(["diff", "old", "new", "--format", "github"], { cwd });
    expect(stdout).toMatch(
      /^::error file=new\/shop\.stone,line=5,col=5,title=field-added-required::.*%0A\{"id":""\}%0A/,
    );
  });

  test("reads an IR document as `ashlar ir` prints it", async () => {
    const { stdout } = await ashlar(["ir", "old"], { cwd });
    writeFileSync(join(cwd, "released.json"), stdout);
    expect((await ashlar(["diff", "released.json", "old"], { cwd })).stdout).toBe("No changes.\n");
    expect((await ashlar(["diff", "released.json", "new", "--semver"], { cwd })).stdout).toBe("major\n");
  });

  test("reads a Git revision in place", async () => {
    const repository = folderWith({ "spec/shop.stone": old });
    const git = (...args: string[]): string => execFileSync("git", args, { cwd: repository, encoding: "utf8" });
    git("init", "--quiet", "--initial-branch=main");
    git("add", ".");
    git("-c", "user.name=t", "-c", "user.email=t@example.com", "commit", "--quiet", "-m", "old");
    writeFileSync(join(repository, "spec/shop.stone"), now);
    const { code, stdout } = await ashlar(["diff", "git:main:spec", "spec"], { cwd: repository });
    expect(code).toBe(1);
    expect(stdout).toContain("now: spec/shop.stone:5:5");
    expect((await ashlar(["diff", "git:HEAD:spec", "git:main...:spec"], { cwd: repository })).stdout).toBe(
      "No changes.\n",
    );
    expect(await ashlar(["diff", "git:gone:spec", "spec"], { cwd: repository })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("Git knows no revision gone here. Fetch it"),
    });
    expect(await ashlar(["diff", "git:--output=x:spec", "spec"], { cwd: repository })).toMatchObject({ code: 2 });
  });

  test("reports errors of a side, with exit code 2", async () => {
    const { code, stdout, stderr } = await ashlar(["diff", "wrong", "new"], { cwd });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain("--> wrong/shop.stone:4:8");
  });

  test.each([
    [["diff"], "Name the old and the new side."],
    [["diff", "old"], "Name two specifications to compare"],
    [["diff", "foreign.json", "new"], "foreign.json cannot be read: it is no IR document of version 1"],
    [["diff", "gone.json", "new"], "gone.json cannot be read: it does not exist"],
    [["diff", "old", "new", "--values", "some"], "'--values' must be a whole number"],
  ])("refuses %j", async (args, message) => {
    const { code, stdout, stderr } = await ashlar(args, { cwd });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(message);
  });
});
