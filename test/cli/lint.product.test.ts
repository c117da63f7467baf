import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ashlar, folderWith } from "./command-line.js";

const text = `namespace demo

import other

struct Arg
    fileName String

route get (Arg, Void, Void)
    "Gets."
`;
const other = "namespace other\n";
const files = { "spec/demo.stone": text, "spec/other.stone": other };

test("LINT-2: lint warnings do not fail a run unless there are too many, and information is only counted", async () => {
  const cwd = folderWith(files);
  const { code, stdout, stderr } = await ashlar(["lint", "spec"], { cwd });
  expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
  expect(stderr).toContain("warning[field-name]: 'fileName' is not lower_snake_case.");
  expect(stderr).toContain(" --> spec/demo.stone:6:5");
  expect(stderr).not.toContain("missing-example");
  expect(stderr).toMatch(/2 warnings, \d infos? in 2 files\.\n$/);
  expect((await ashlar(["lint", "spec", "--verbose"], { cwd })).stderr).toContain("info[missing-example]");
  expect((await ashlar(["lint", "spec", "--max-warnings", "1"], { cwd })).code).toBe(1);
  expect((await ashlar(["lint", "spec", "--max-warnings", "2"], { cwd })).code).toBe(0);
  expect((await ashlar(["lint", "spec", "--rule", "field-name=error"], { cwd })).code).toBe(1);
});

test("LINT-1: lint shows errors of the language instead of findings", async () => {
  const cwd = folderWith({ "a.stone": "namespace a\nstruct S\n    f Unknown\n" });
  const { code, stderr } = await ashlar(["lint", "a.stone"], { cwd });
  expect(code).toBe(1);
  expect(stderr).toContain("unknown-type");
  expect(stderr).toContain("Nothing was linted");
});

test("LINT-3: lint prints findings as JSON, annotations and SARIF", async () => {
  const cwd = folderWith(files);
  const only = ["lint", "spec", "--preset", "none", "--rule", "field-name=warn"];
  const json = await ashlar([...only, "--format", "json"], { cwd });
  expect(JSON.parse(json.stdout)).toMatchObject([
    { file: "spec/demo.stone", line: 6, severity: "warning", code: "field-name", target: "demo.Arg.fileName" },
  ]);
  const { stderr } = await ashlar([...only, "--format", "github"], { cwd });
  expect(stderr).toMatch(/^::warning file=spec\/demo.stone,line=6,/);
  const sarif = await ashlar([...only, "--format", "sarif"], { cwd });
  expect(JSON.parse(sarif.stdout)).toMatchObject({
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "Ashlar", rules: [{ id: "field-name" }] } },
        results: [
          { ruleId: "field-name", level: "warning", locations: [{ physicalLocation: { region: { startLine: 6 } } }] },
        ],
      },
    ],
  });
});

test("LINT-5: lint --fix writes the files that change", async () => {
  const cwd = folderWith(files);
  const { code, stderr } = await ashlar(["lint", "spec", "--fix"], { cwd });
  expect(code).toBe(0);
  expect(stderr).not.toContain("[unused-import]");
  expect(stderr).toContain("Fixed 1 finding in 1 file: unused-import 1.\n");
  expect(readFileSync(join(cwd, "spec/demo.stone"), "utf8")).toBe(text.replace("import other\n\n", ""));
});

test("LINT-5: what a .prettierignore names is read, but neither reported nor fixed", async () => {
  const vendored = `namespace vendored\n\nimport other\n\nstruct Used\n    fileName String\n`;
  const config = { specs: ".", lint: { inCheck: true, rules: { "field-name": "error" } } };
  const cwd = folderWith({
    ".prettierignore": "vendor\n",
    "ashlar.config.json": JSON.stringify(config),
    "spec/demo.stone": "namespace demo\n\nimport vendored\n\nroute get (vendored.Used, Void, Void)\n    " + '"Gets."\n',
    "spec/vendor/vendored.stone": vendored,
    "spec/vendor/other.stone": other,
  });
  const { code, stderr } = await ashlar(["lint", "--fix"], { cwd });
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringMatching(/^\d infos? in/) as string });
  expect(readFileSync(join(cwd, "spec/vendor/vendored.stone"), "utf8")).toBe(vendored);
  expect((await ashlar(["check"], { cwd })).code).toBe(0);
  await ashlar(["lint", "--write-baseline"], { cwd });
  expect(readFileSync(join(cwd, "ashlar-lint-baseline.json"), "utf8")).not.toContain("vendored");
});

describe("LINT-5: --fix with some rules", () => {
  const spec = `namespace demo

import other

struct FileMetadata
    "See FileMetadata."
    size UInt64

route get (FileMetadata, FileMetadata, Void)
    "Gets a FileMetadata. It has FileMetadata.size."
`;
  const sources = { "spec/demo.stone": spec, "spec/other.stone": other };
  const fixed = spec
    .replace("a FileMetadata", "a :type:`FileMetadata`")
    .replace("FileMetadata.size", ":field:`FileMetadata.size`");

  test("LINT-5: lint --fix with some rules fixes these, and says how many there were, also of level info", async () => {
    const cwd = folderWith(sources);
    const { code, stderr } = await ashlar(["lint", "spec", "--fix", "--rule", "doc-plain-type"], { cwd });
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: "No problems in 2 files.\nFixed 2 findings in 1 file: doc-plain-type 2.\n",
    });
    expect(readFileSync(join(cwd, "spec/demo.stone"), "utf8")).toBe(fixed);
  });

  test("LINT-5: lint --fix with some rules shows a diff that Git can apply, and writes nothing, with --dry-run", async () => {
    const cwd = folderWith(sources);
    const args = ["lint", "spec", "--fix", "--rule", "doc-plain-type", "--rule", "unused-import=warn", "--dry-run"];
    const { code, stdout, stderr } = await ashlar(args, { cwd });
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: "No problems in 2 files.\nWould fix 3 findings in 1 file: doc-plain-type 2, unused-import 1.\n",
    });
    expect(readFileSync(join(cwd, "spec/demo.stone"), "utf8")).toBe(spec);
    execFileSync("git", ["apply", "-"], { cwd, input: stdout });
    expect(readFileSync(join(cwd, "spec/demo.stone"), "utf8")).toBe(fixed.replace("import other\n\n", ""));
  });

  test("LINT-5: lint --fix with some rules contradicts some options", async () => {
    const cwd = folderWith(sources);
    const codeOf = async (...args: string[]): Promise<number | null> =>
      (await ashlar(["lint", "spec", ...args], { cwd })).code;
    expect(await codeOf("--dry-run")).toBe(2);
    expect(await codeOf("--fix", "--dry-run", "--format", "json")).toBe(2);
    expect(await codeOf("--rule", "doc-field", "--write-baseline")).toBe(2);
  });
});

test("LINT-6: lint --rule without a level looks at nothing else, whatever the level was", async () => {
  const config = {
    specs: "spec",
    lint: {
      rules: { "doc-field": ["error", { tags: false }], "field-name": "error" },
      overrides: [{ files: ["spec/*"], rules: { "field-name": "error", "doc-type": "error" } }],
      baseline: "baseline.json",
    },
  };
  const baseline = { version: 1, findings: { "field-name": ["demo.Arg.fileName", "demo.Arg.gone"] } };
  const cwd = folderWith({
    ...files,
    "ashlar.config.json": JSON.stringify(config),
    "baseline.json": JSON.stringify(baseline),
  });
  const found = async (...args: string[]): Promise<unknown> => {
    const { code, stdout, stderr } = await ashlar(["lint", "--format", "json", ...args], { cwd });
    const findings = JSON.parse(stdout) as readonly { readonly code: string; readonly severity: string }[];
    return { code, stderr, findings: findings.map((each) => `${each.code} ${each.severity}`) };
  };
  expect(await found("--rule", "doc-field")).toEqual({ code: 1, stderr: "", findings: ["doc-field error"] });
  expect(await found("--rule", "bounded-string")).toEqual({
    code: 0,
    stderr: "",
    findings: ["bounded-string warning"],
  });
  expect(await found("--rule", "field-name")).toEqual({ code: 0, stderr: "", findings: [] });
  expect(await found("--rule", "doc-field", "--rule", "boolean-trap=off")).toMatchObject({
    findings: ["doc-field error"],
  });
  const { code, stderr } = await ashlar(["lint", "--rule", "doc-fild"], { cwd });
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining("Did you mean 'doc-field'?") as string });
});

describe("LINT-6", () => {
  test("LINT-6: the configuration of lint has rules, overrides from its folder and a preset", async () => {
    const config = {
      specs: "spec",
      lint: {
        preset: "none",
        rules: { "field-name": "error", "boolean-trap": ["warn", { max: 1 }] },
        overrides: [{ files: ["spec/*.stone"], rules: { "field-name": "info" } }],
      },
    };
    const cwd = folderWith({ ...files, "ashlar.config.json": JSON.stringify(config), "below/README.md": "" });
    const { code, stderr } = await ashlar(["lint"], { cwd: join(cwd, "below") });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "1 info in 1 file.\n" });
  });

  test("LINT-6: overrides whose files match nothing are wrong usage, except where specifications are named", async () => {
    const overrides = [{ files: ["spec/*.stone", "legacy/**"], rules: { "field-name": "off" } }];
    const cwd = folderWith({
      ...files,
      "ashlar.config.json": JSON.stringify({ specs: "spec", lint: { overrides } }),
      "below/README.md": "",
    });
    const { code, stderr } = await ashlar(["lint"], { cwd: join(cwd, "below") });
    const message = "The glob 'legacy/**' in 'lint.overrides' matches no specification.";
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) as string });
    expect((await ashlar(["lint", "spec"], { cwd })).stderr).not.toContain("legacy");
  });

  test("LINT-6: wrong rules and options of lint are wrong usage", async () => {
    const cwd = folderWith({
      ...files,
      "ashlar.config.json": '{ "specs": "spec", "lint": { "rules": { "doc-fild": "warn" } } }',
    });
    const { code, stderr } = await ashlar(["lint"], { cwd });
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining("Did you mean 'doc-field'?") as string,
    });
    expect((await ashlar(["lint", "spec", "--rule", "doc-field=loud"], { cwd })).code).toBe(2);
    const wrong = folderWith({ "ashlar.config.json": '{ "specs": "spec", "lint": { "preset": "relaxed" } }' });
    expect((await ashlar(["lint"], { cwd: wrong })).code).toBe(2);
  });

  test("LINT-6: check lints, too, if the configuration says so", async () => {
    const config = { specs: "spec", lint: { inCheck: true, rules: { "field-name": "error" } } };
    const cwd = folderWith({ ...files, "ashlar.config.json": JSON.stringify(config) });
    const { code, stderr } = await ashlar(["check"], { cwd });
    expect(code).toBe(1);
    expect(stderr).toContain("error[field-name]");
  });
});

test("LINT-9: a lint baseline accepts what is there, and says what is gone", async () => {
  const cwd = folderWith(files);
  const written = await ashlar(["lint", "spec", "--write-baseline"], { cwd });
  expect(written).toEqual({ code: 0, stdout: "ashlar-lint-baseline.json\n", stderr: "" });
  const baseline = JSON.parse(readFileSync(join(cwd, "ashlar-lint-baseline.json"), "utf8")) as object;
  expect(baseline).toMatchObject({ version: 1, findings: { "field-name": ["demo.Arg.fileName"] } });
  const again = ["lint", "spec", "--max-warnings", "0", "--baseline", "ashlar-lint-baseline.json"];
  expect(await ashlar(again, { cwd })).toEqual({ code: 0, stdout: "", stderr: "No problems in 2 files.\n" });
  await ashlar(["lint", "spec", "--fix"], { cwd });
  expect((await ashlar(again, { cwd })).stderr).toBe(
    "No problems in 2 files.\nOne entry of the baseline is no longer found. Run `ashlar lint --write-baseline` to update it.\n",
  );
});

test("LINT-11: lint --list-rules lists all rules, and --explain explains one", async () => {
  const { stdout } = await ashlar(["lint", "--list-rules"]);
  expect(stdout).toContain("field-name                    warn  warn  ");
  const explained = await ashlar(["lint", "--explain", "old-version"]);
  expect(explained.code).toBe(0);
  expect(explained.stdout).toMatch(/^old-version\n\nAs long as the old version is not deprecated/);
  expect(explained.stdout).toContain("    route list:2 (Void, Void, Void)\n");
  expect((await ashlar(["lint", "--explain", "old-versions"])).stderr).toContain("Did you mean 'old-version'?");
});
