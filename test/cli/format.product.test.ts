import { chmodSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ashlar, folderWith } from "./command-line.js";

const unformatted = "namespace   a\nstruct   S\n    f   String";
const formatted = "namespace a\n\nstruct S\n    f String\n";
const broken = "namespace   b\nstruct   S\n    f   String   String\n";

test("FMT-1: files that change are written and named, others are not touched", async () => {
  const cwd = folderWith({ "spec/a.stone": unformatted, "spec/b.stone": formatted });
  chmodSync(join(cwd, "spec/a.stone"), 0o640);
  const { mtimeMs } = statSync(join(cwd, "spec/b.stone"));
  expect(await ashlar(["format", "spec"], { cwd })).toEqual({ code: 0, stdout: "spec/a.stone\n", stderr: "" });
  expect(readFileSync(join(cwd, "spec/a.stone"), "utf8")).toBe(formatted);
  expect(statSync(join(cwd, "spec/a.stone")).mode & 0o777).toBe(0o640);
  expect(statSync(join(cwd, "spec/b.stone")).mtimeMs).toBe(mtimeMs);
  expect(await ashlar(["format", "spec"], { cwd })).toEqual({ code: 0, stdout: "", stderr: "" });
});

test("FMT-1: the specifications of the configuration are formatted if none are named", async () => {
  const cwd = folderWith({ "ashlar.config.json": '{ "specs": "api" }', "api/a.stone": unformatted });
  expect(await ashlar(["format"], { cwd })).toEqual({ code: 0, stdout: "api/a.stone\n", stderr: "" });
});

test("FMT-2: format --check writes nothing, lists what would change and exits with 1", async () => {
  const cwd = folderWith({ "a.stone": unformatted, "b.stone": formatted });
  expect(await ashlar(["format", ".", "--check"], { cwd })).toEqual({
    code: 1,
    stdout: "a.stone\n",
    stderr: "This file is not formatted. Run `ashlar format` without --check to format it.\n",
  });
  expect(readFileSync(join(cwd, "a.stone"), "utf8")).toBe(unformatted);
  expect((await ashlar(["format", "b.stone", "--check"], { cwd })).code).toBe(0);
});

test("FMT-9: what a .prettierignore names is left alone, as is what others have written", async () => {
  const cwd = folderWith({
    ".git/HEAD": "",
    ".prettierignore": "# Not ours.\nspec/vendor/\n/old*.stone\n*.draft.stone\n!kept.draft.stone\n",
    "api/.prettierignore": "**/generated/**\n!generated/a.stone\n",
    ...Object.fromEntries(
      [
        "spec/a.stone",
        "spec/vendor/b.stone",
        "spec/vendor/kept.draft.stone",
        "spec/b.draft.stone",
        "spec/kept.draft.stone",
        "spec/older.stone",
        "old-1.stone",
        "api/spec/vendor/c.stone",
        "api/generated/a.stone",
        "api/generated/b.stone",
        "node_modules/other/spec/d.stone",
      ].map((path) => [path, unformatted]),
    ),
  });
  const { code, stdout } = await ashlar(["format", "."], { cwd });
  expect({ code, paths: stdout.trim().split("\n") }).toEqual({
    code: 0,
    paths: [
      "api/generated/a.stone",
      "api/spec/vendor/c.stone",
      "spec/a.stone",
      "spec/kept.draft.stone",
      "spec/older.stone",
    ],
  });
  expect(readFileSync(join(cwd, "spec/vendor/b.stone"), "utf8")).toBe(unformatted);
  const nothing = { code: 0, stdout: "", stderr: "" };
  expect(await ashlar(["format", "old-1.stone", "--check"], { cwd })).toEqual(nothing);
  expect(await ashlar(["format", "."], { cwd: join(cwd, "spec/vendor") })).toEqual(nothing);
  const input = { cwd, input: unformatted };
  expect(await ashlar(["format", "--stdin-filepath", "spec/vendor/b.stone"], input)).toEqual({
    ...nothing,
    stdout: unformatted,
  });
});

test("FMT-3: a file with syntax errors is kept, the others are formatted, the exit code is 1", async () => {
  const cwd = folderWith({ "a.stone": unformatted, "b.stone": broken });
  const { code, stdout, stderr } = await ashlar(["format", "."], { cwd });
  expect({ code, stdout }).toEqual({ code: 1, stdout: "a.stone\n" });
  expect(stderr).toContain("b.stone:3:");
  expect(readFileSync(join(cwd, "b.stone"), "utf8")).toBe(broken);
});

test("FMT-1, FMT-3: standard input goes to standard output, unless it is broken", async () => {
  expect(await ashlar(["format", "-"], { input: unformatted })).toEqual({
    code: 0,
    stdout: formatted,
    stderr: "",
  });
  const { code, stdout, stderr } = await ashlar(["format", "--stdin-filepath", "b.stone"], { input: broken });
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toContain("b.stone:3:");
  const check = await ashlar(["format", "-", "--check"], { input: unformatted });
  expect(check).toEqual({ code: 1, stdout: "stdin\n", stderr: "" });
});

test("FMT-1: line ends are LF, CRLF, or those of the file", async () => {
  const cwd = folderWith({ "a.stone": formatted.replaceAll("\n", "\r\n") });
  const read = (): string => readFileSync(join(cwd, "a.stone"), "utf8");
  expect((await ashlar(["format", "a.stone", "--end-of-line", "auto"], { cwd })).stdout).toBe("");
  await ashlar(["format", "a.stone"], { cwd });
  expect(read()).toBe(formatted);
  await ashlar(["format", "a.stone", "--end-of-line", "crlf"], { cwd });
  expect(read()).toBe(formatted.replaceAll("\n", "\r\n"));
});

test("FMT-2: wrong usage of format has exit code 2", async () => {
  const cwd = folderWith({ "a.stone": formatted });
  expect((await ashlar(["format", "a.stone", "--line-width", "wide"], { cwd })).code).toBe(2);
  expect((await ashlar(["format", "missing.stone"], { cwd })).code).toBe(2);
  expect((await ashlar(["format", "a.stone", "-"], { cwd })).code).toBe(2);
});

test.skipIf(process.getuid?.() === 0)("FMT-1: a file that is read-only is an error, and stays as it is", async () => {
  const cwd = folderWith({ "a.stone": unformatted });
  chmodSync(join(cwd, "a.stone"), 0o444);
  const stderr = "error: a.stone cannot be written: permission is denied.\n";
  expect(await ashlar(["format", "a.stone"], { cwd })).toEqual({ code: 2, stdout: "", stderr });
  expect(readFileSync(join(cwd, "a.stone"), "utf8")).toBe(unformatted);
});
