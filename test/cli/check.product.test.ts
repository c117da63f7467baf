import { describe, expect, test } from "vitest";
import { corpusFiles, corpusFolder } from "../support/corpus.js";
import { describeWithDropbox } from "../support/describe-with-dropbox.js";
import { ashlar, folderWith } from "./command-line.js";

const cwd = folderWith({
  "right.stone": "namespace right\n\nstruct S\n    a String\n",
  "warned.stone": 'namespace warned\n\nunion U\n    a String = "x"\n',
  "wrong.stone": "namespace wrong\n\nstruct S\n    a Strin\n\nstruct S\n    b String\n",
  "configured/ashlar.config.json": JSON.stringify({
    specs: "../wrong.stone",
    filters: { whitelistNamespaceRoutes: ["wrong"] },
  }),
  "configured/below/notes.txt": "",
});

describe("check", () => {
  test("check of a correct specification has exit code 0 and says so on standard error", async () => {
    expect(await ashlar(["check", "right.stone"], { cwd })).toEqual({
      code: 0,
      stdout: "",
      stderr: "No problems in 1 file.\n",
    });
  });

  test("check of a specification with warnings only has exit code 0", async () => {
    const { code, stderr } = await ashlar(["check", "warned.stone"], { cwd });
    expect({ code }).toEqual({ code: 0 });
    expect(stderr).toMatch(/^warning\[.*\n1 warning in 1 file\.\n$/s);
  });

  test("check of an incorrect specification has exit code 1, frames and a summary on standard error", async () => {
    const { code, stdout, stderr } = await ashlar(["check", "right.stone", "wrong.stone"], { cwd });
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain("4 |     a Strin\n  |       ^^^^^\n");
    expect(stderr).toContain("  |        - first declared here\n");
    expect(stderr).toMatch(/\n2 errors in 1 file\.\n$/);
  });

  test("check of what the configuration names needs no arguments", async () => {
    const { code, stderr } = await ashlar(["check"], { cwd: `${cwd}/configured/below` });
    expect({ code }).toEqual({ code: 1 });
    expect(stderr).toContain("--> ../../wrong.stone:4:7");
  });

  test("check reports filters that do not fit", async () => {
    const { code, stderr } = await ashlar(["check", "right.stone", "-w", "rihgt"], { cwd });
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: "error: No namespace is named 'rihgt'. Did you mean 'right'?\n",
    });
  });
});

describe("check --format json", () => {
  test("check --format json prints an array on standard output, also when it is empty", async () => {
    expect(await ashlar(["check", "right.stone", "--format", "json"], { cwd })).toEqual({
      code: 0,
      stdout: "[]\n",
      stderr: "",
    });
  });

  test("check --format json has file, line, column, severity, code and message", async () => {
    const { code, stdout } = await ashlar(["check", "--format=json", "wrong.stone", "warned.stone"], { cwd });
    expect(code).toBe(1);
    const diagnostics: unknown = JSON.parse(stdout);
    expect(diagnostics).toMatchObject([
      { file: "wrong.stone", line: 4, column: 7, severity: "error", code: "unknown-type" },
      { file: "wrong.stone", line: 6, column: 8, severity: "error", code: "duplicate-name" },
      { file: "warned.stone", line: 4, severity: "warning" },
    ]);
    expect(diagnostics).toHaveProperty([0, "message"], expect.stringContaining("Strin"));
  });
});

test("check --format github writes a workflow command a line, on standard error", async () => {
  const { code, stdout, stderr } = await ashlar(["check", "wrong.stone", "--format", "github"], { cwd });
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr.split("\n")).toEqual([
    expect.stringMatching(/^::error file=wrong\.stone,line=4,col=7,endLine=4,endColumn=12,title=unknown-type::/),
    expect.stringMatching(/^::error file=wrong\.stone,line=6,/),
    "",
  ]);
});

test("the last of several --format options counts", async () => {
  expect((await ashlar(["check", "right.stone", "--format", "github", "--format", "json"], { cwd })).stdout).toBe(
    "[]\n",
  );
});

describe("colour", () => {
  const isColored = async (env: Readonly<Record<string, string>>): Promise<boolean> =>
    (await ashlar(["check", "wrong.stone"], { cwd, env })).stderr.includes("\x1b[");

  test("colour is left out where there is no terminal", async () => {
    expect(await isColored({})).toBe(false);
    expect(await isColored({ NO_COLOR: "1" })).toBe(false);
  });

  test("colour is there with FORCE_COLOR, which wins over NO_COLOR as in Node", async () => {
    expect(await isColored({ FORCE_COLOR: "1" })).toBe(true);
    expect(await isColored({ FORCE_COLOR: "1", NO_COLOR: "1" })).toBe(true);
    expect(await isColored({ FORCE_COLOR: "0" })).toBe(false);
  });
});

describeWithDropbox("check of the corpus", () => {
  test("check finds no errors in the Dropbox specification", async () => {
    const { code, stdout } = await ashlar(["check", "--format", "json", corpusFolder("dropbox")]);
    expect(code).toBe(0);
    const diagnostics = JSON.parse(stdout) as { severity: string; file: string }[];
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(corpusFiles("dropbox").length).toBeGreaterThan(20);
  });
});
